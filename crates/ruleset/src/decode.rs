//! YAML nodes to a [`Ruleset`]; every fault is noted, and the tables are proved on the way.

use std::sync::Arc;

use resettle_yaml::{Faults, Form as _, Node, Value};

use crate::context::Context;
use crate::digest::FileHashes;
use crate::model::{Ruleset, head};
use crate::options;

impl Ruleset {
    /// Reads and checks a ruleset. `id` is the path of its folder, `notes` the bytes of its `notes.md`,
    /// which its digest covers.
    ///
    /// # Errors
    /// The fault of the syntax, or all faults of a syntactically sound file: unknown and missing keys,
    /// wrong words, clauses that do not exist, tables with a gap or an overlap.
    pub fn from_yaml(id: &str, yaml: &str, notes: &[u8]) -> Result<Self, Faults> {
        Self::from_node(id, &resettle_yaml::parse(yaml)?, yaml, notes)
    }

    /// The same for a ruleset that a test of the program proves, as it does each one that is built in: that for every deal
    /// exactly one row of each bet holds is not proved once more, which takes half the time.
    ///
    /// # Errors
    /// Those of [`Ruleset::from_yaml`], but for rows of bets of which several hold, or none.
    pub fn proved(id: &str, yaml: &str, notes: &[u8]) -> Result<Self, Faults> {
        Self::read_within(Context::of_proved_bets(), id, &resettle_yaml::parse(yaml)?, yaml, notes)
    }

    /// The same for a file that was parsed already.
    pub(crate) fn from_node(id: &str, root: &Node, yaml: &str, notes: &[u8]) -> Result<Self, Faults> {
        Self::read_within(Context::default(), id, root, yaml, notes)
    }

    fn read_within(mut context: Context, id: &str, root: &Node, yaml: &str, notes: &[u8]) -> Result<Self, Faults> {
        let options = options::options(root, &mut context);
        let files = FileHashes::of(yaml.as_bytes(), notes);
        let mut sets = Vec::new();
        for elected in options::sets(&options) {
            let reduced = options::reduced(root, &options, &elected, &mut context.faults);
            if !options.is_empty() {
                context.bets = options::bets(root);
            }
            if let Some(mut rules) = ruleset(&reduced, id, &mut context) {
                rules.digest = files.digest();
                rules.files = files.clone();
                sets.push((elected, rules));
            }
        }
        context.check_citations();
        let whole = sets.first().map(|(_, rules)| rules.clone());
        match whole {
            Some(mut whole) if context.faults.is_empty() => {
                if !options.is_empty() {
                    whole.variants = sets
                        .into_iter()
                        .map(|(elected, rules)| (elected.clone(), Arc::new(Ruleset { elected, ..rules })))
                        .collect();
                    whole.options = options;
                }
                Ok(whole)
            }
            _ => Err(context.faults.distinct()),
        }
    }

    /// The id that a file states by its jurisdiction, venue, game and date; none where it does not
    /// state them all. For drafts that lie in any folder: the file is not checked.
    #[must_use]
    pub fn stated_id(yaml: &str) -> Option<String> {
        head::stated_id(&resettle_yaml::parse(yaml).ok()?)
    }
}

/// One set of choices of a file; what is noted of it while it is read is that of no other.
fn ruleset(root: &Node, id: &str, context: &mut Context) -> Option<Ruleset> {
    if let Some(schema) = root.member("schema")
        && let Value::Int(number @ (..=1 | 3..)) = &schema.value
    {
        match number {
            1 => context.faults.add_with_help(
                schema.place,
                "this is schema 1: this version reads schema 2",
                "in schema 2 each bet of `wagers` is a list of `rows` that say when a stake wins, loses or goes back, and \
                 `paytable` is gone: docs/ruleset-format.md, \"From schema 1\"",
            ),
            _ => context.faults.add(schema.place, format!("schema {number} is unknown: this version reads schema 2")),
        }
        // Everything else would be reported as a fault of a schema that the file does not claim.
        return None;
    }
    context.zone = None;
    let read = Ruleset::read(root, "", &(), context);
    if let Some(stated) = context.id.take().filter(|stated| stated != id) {
        context.faults.add_with_help(
            root.member("effective")?.place,
            format!("the folder is `{id}`, but the file says `{stated}`"),
            "the folder's path is the ruleset's id: <jurisdiction>/<venue>/<game>/<effective date>",
        );
    }
    let (table, book) = (context.table.take()?, std::mem::take(&mut context.book));
    Some(Ruleset { id: id.to_owned(), table, book, ..read? })
}
