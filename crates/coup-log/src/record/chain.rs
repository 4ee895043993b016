//! The records that make a log of records: what reads them is of the sealed log.

use resettle_sealed_log::strict::Common;
use resettle_sealed_log::{Open, Seal, SourceKind};
use serde_json::{Value, json};

use crate::declare::{Contents, Keys, Member, Name, Reader, Text, at_least, digest, words};

impl Contents for Open {
    const ABOUT: (&'static str, &'static [&'static str]) = ("Open", &["The record that opens a log."]);

    fn read_all(reader: &mut Reader<'_, '_>) -> Option<Self> {
        Self::read(reader)
    }

    fn declare_all(keys: &mut Keys) {
        let name = || <String as Member<_>>::schema(&Name);
        let log = json!({"type": "string", "maxLength": 200, "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"});
        let mut source = Keys::default();
        source.needs("kind", "Which kind of device.", words(SourceKind::ALL));
        source.needs("id", "Its id.", name());
        keys.needs("format", "The format and its version.", json!({"const": "coup-log/1"}));
        keys.needs("log", "The log's id.", log);
        keys.needs("source", "Who writes it.", source.schema("Source", &["Who wrote a log."]));
        keys.needs("jurisdiction", "As rulesets name it.", name());
        keys.needs("venue", "As rulesets name it.", name());
        keys.needs("game", "As rulesets name it.", name());
        keys.needs("table", "The table's id, as its logs write it.", name());
        keys.needs("currency", "ISO 4217 code; all money of the log is in its minor units.", name());
        keys.takes("key", "The signing key; an imported log may have none.", digest());
        keys.takes("imported", "Whether the log was made from an export of another system.", truth());
        let text = || <String as Member<_>>::schema(&Text);
        let mut left_out = Keys::default();
        left_out.needs("column", "The column, by its header, number or path.", text());
        left_out.takes("value", "What stands there in rows that are in no record.", text());
        left_out.takes("why", "Why the column is not read.", text());
        left_out.needs("rows", "How many rows or rounds.", at_least(0));
        left_out.takes("amount", "Their stakes, or the column's amounts above zero.", at_least(0));
        left_out.takes("below", "The column's amounts below zero, without their sign.", at_least(0));
        let left_out = left_out.schema("LeftOut", &["What of an import's source was left out on purpose."]);
        let left_out = json!({"type": "array", "items": left_out});
        keys.also(json!({
            "if": {"required": ["imported"], "properties": {"imported": {"const": true}}},
            "then": {"properties": {"unread_after": at_least(0), "left_out": left_out}},
            "else": {"required": ["key"]},
        }));
    }
}

impl Contents for Seal {
    const ABOUT: (&'static str, &'static [&'static str]) = ("Seal", &["A seal as logged."]);

    fn read_all(reader: &mut Reader<'_, '_>) -> Option<Self> {
        let common = reader.peek(Common::read);
        Self::read(reader, &common)
    }

    fn declare_all(keys: &mut Keys) {
        keys.needs("key", "The signing key.", digest());
        keys.needs("sig", "The signature.", json!({"type": "string", "pattern": "^[A-Za-z0-9+/]{86}==$"}));
        keys.needs("final", "Whether the log ends here.", truth());
        // Nothing beyond its own fields and those of every record.
        keys.also(json!({"propertyNames": {"enum": ["seq", "prev", "at", "type", "key", "sig", "final"]}}));
    }
}

fn truth() -> Value {
    <bool as Member>::schema(&())
}
