//! What has to be said of a capture that no frame says.

use jiff::tz::TimeZone;
use resettle_sealed_log::{Digest, MAX_NAME};
use resettle_yaml::schemars::{Schema, SchemaGenerator, json_schema};
use resettle_yaml::{Faults, Fixed, Form, Node, Value, Word, section};

use super::capture::{bytes_of_figures, hex};
use crate::mapping::{Open, REVIEW, Source};
use crate::mapping_yaml::{Columns, Filled, LogName, Zone};
use crate::time::{TimeFormat, zone};

const FORMAT: &str = "angel-eye-capture/1";

/// The number of a shoe, and what stands before it.
const LONGEST_NUMBER: usize = 21;

/// More decks than any shoe holds.
const MOST_DECKS: i64 = 16;

/// The mapping of a capture of an Angel Eye electronic shoe.
#[derive(Debug, Clone, PartialEq)]
pub struct CaptureMapping {
    /// The hash of the mapping's text, which the log holds.
    pub(super) sha256: String,
    pub(super) open: Open,
    pub(super) dealt: Dealt,
    /// What the shoes are called, before their number.
    pub(super) shoe: String,
    /// The number of the first shoe of the capture.
    pub(super) first_shoe: i64,
    /// So many coups of the first shoe were before the capture.
    pub(super) coups_before: i64,
    /// Whether the cutting card of the first shoe came before the capture.
    pub(super) cut_card: CutCard,
    /// The last frame before the capture, which counts once if it comes again: its sequence character and its data.
    pub(super) last_frame: Option<(u8, Vec<u8>)>,
    /// Of how many decks each shoe is, if that is known.
    pub(super) decks: Option<i64>,
    /// The zone of times that name no offset.
    pub(super) zone: Option<String>,
    /// How times are read.
    pub(super) times: TimeFormat,
}

/// What the shoe's words for hands mean at this table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dealt {
    /// Baccarat: as it says, and its result is the announced one.
    AsTheShoeSays,
    /// 7 Up: the first card is the Banker's, and the shoe counts as if it were the Player's. Only the order of the cards counts.
    BankerFirst,
}

/// Whether the cutting card of a shoe came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CutCard {
    Not,
    Out,
    /// A frame was lost that may have been it.
    MayBe,
}

impl CaptureMapping {
    /// Reads a mapping.
    ///
    /// # Errors
    /// All faults of the file, each with its place.
    pub fn from_yaml(text: &str) -> Result<Self, Faults> {
        let root = resettle_yaml::parse(text)?;
        let mut columns = Columns::default();
        let keys = CaptureKeys::read(&root, "mapping", &(), &mut columns);
        let known = keys.as_ref().and_then(|keys| zone(keys.zone.as_deref()?));
        match (keys, TimeFormat::new("iso-8601", known)) {
            (Some(keys), Ok(times)) if columns.faults.is_empty() => Ok(Self {
                sha256: Digest::of(text.as_bytes()).to_string(),
                open: keys.open,
                dealt: keys.dealt,
                shoe: keys.shoe,
                first_shoe: keys.first_shoe,
                coups_before: keys.coups_before,
                cut_card: keys.cut_card_out,
                last_frame: keys.last_frame,
                decks: keys.decks,
                zone: keys.zone,
                times,
            }),
            _ => Err(columns.faults),
        }
    }

    /// The id of the log.
    #[must_use]
    pub fn log(&self) -> &str {
        &self.open.log
    }

    /// The keys in which a draft still has `REVIEW`, which no import takes for a name.
    #[must_use]
    pub fn unreviewed(&self) -> Vec<&'static str> {
        let shoe = (self.shoe == REVIEW).then_some("shoe");
        self.open.unreviewed().into_iter().chain(shoe).collect()
    }

    /// The zone of times that name no offset, if the mapping names one.
    #[must_use]
    pub fn zone(&self) -> Option<&str> {
        self.zone.as_deref()
    }

    /// This mapping for the capture of a day: the id of its log ends in the day, and it begins where the capture of `before`
    /// ended; without one as this mapping says. `None` where the id would be longer than a log allows.
    #[must_use]
    pub fn of_day(&self, day: &str, before: Option<&Self>) -> Option<Self> {
        let begins = before.unwrap_or(self);
        let mut mapping = Self {
            first_shoe: begins.first_shoe,
            coups_before: begins.coups_before,
            cut_card: begins.cut_card,
            last_frame: begins.last_frame.clone(),
            ..self.clone()
        };
        mapping.open.log = format!("{}-{day}", self.open.log);
        if mapping.open.log.len() > MAX_NAME {
            return None;
        }
        mapping.sha256 = Digest::of(mapping.to_yaml().as_bytes()).to_string();
        Some(mapping)
    }

    /// The mapping as YAML, which reads as this one.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let text = |text: &String| serde_json::Value::from(text.as_str()).to_string();
        let Open {
            log,
            source: Source { kind: source_kind, id: source_id },
            jurisdiction,
            venue,
            game,
            table,
            currency,
        } = &self.open;
        let mut yaml = format!("format: {FORMAT}\nopen:\n  log: {}\n", text(log));
        yaml.push_str(&format!("  source: {{kind: {}, id: {}}}\n", text(source_kind), text(source_id)));
        for (name, value) in
            [("jurisdiction", jurisdiction), ("venue", venue), ("game", game), ("table", table), ("currency", currency)]
        {
            yaml.push_str(&format!("  {name}: {}\n", text(value)));
        }
        let dealt = DEALT.iter().find(|(_, dealt)| *dealt == self.dealt).map_or("", |(word, _)| word);
        yaml.push_str(&format!("dealt: {dealt}\nshoe: {}\n", text(&self.shoe)));
        yaml.push_str(&format!("first_shoe: {}\ncoups_before: {}\n", self.first_shoe, self.coups_before));
        if let Some(decks) = self.decks {
            yaml.push_str(&format!("decks: {decks}\n"));
        }
        if let Some(zone) = &self.zone {
            yaml.push_str(&format!("zone: {}\n", text(zone)));
        }
        match self.cut_card {
            CutCard::Not => {}
            CutCard::Out => yaml.push_str("cut_card_out: true\n"),
            CutCard::MayBe => yaml.push_str(&format!("cut_card_out: {UNKNOWN}\n")),
        }
        if let Some((sequence, data)) = &self.last_frame {
            let figures = hex(&[&[*sequence], data.as_slice()].concat());
            yaml.push_str(&format!("last_frame: {}\n", text(&figures)));
        }
        yaml
    }
}

/// The word for a cutting card that may have come.
const UNKNOWN: &str = "unknown";

/// How cards are dealt, in words.
const DEALT: [(&str, Dealt); 2] = [("baccarat", Dealt::AsTheShoeSays), ("7-up", Dealt::BankerFirst)];

section! {
    Columns;
    /// What has to be said of a capture that no frame says.
    CaptureKeys as "the mapping" {
        /// What this file is.
        format: Fixed = [FORMAT],
        /// The constants of the log's first record, as in [a mapping](mapping.md).
        open: Open,
        /// `7-up`: the first card is the Banker's, and a stock shoe counts as if it were the Player's: only the order of the cards is taken,
        /// neither its hands nor its result.
        dealt: Dealt = ["baccarat", "7-up"],
        /// What the shoes are called, before `-` and their number: text of at most 179 bytes.
        shoe: String = NameOfShoes,
        /// The number of the first shoe of the capture. Left out, 1.
        first_shoe: i64 = 1..=1_000_000 => or(1),
        /// So many coups of that shoe were before the capture. Left out, 0.
        coups_before: i64 = 0..=100_000 => or(0),
        /// Of how many decks a shoe is; without it no record says that a shoe began or what was burned.
        decks: Option<i64> = 1..=MOST_DECKS,
        /// The cutting card of the first shoe came before the capture; `unknown`: it may have. Left out, `false`.
        cut_card_out: CutCard => or(CutCard::Not),
        /// Sequence character and data, in hexadecimal figures, of the last frame before the capture, which counts once if it comes again;
        /// cards before the first coup then belong to one whose first card was lost.
        last_frame: Option<(u8, Vec<u8>)> = Frame,
        /// A zone or an offset, for times that name no offset.
        zone: Option<String> = NameOfZone,
    }
}

impl Word for Dealt {
    fn of(word: &str) -> Option<Self> {
        DEALT.iter().find(|(known, _)| *known == word).map(|(_, dealt)| *dealt)
    }
}

/// Whether the cutting card came: `true`, `false` or `unknown`.
impl Form<Columns> for CutCard {
    fn read(node: &Node, _: &'static str, (): &(), columns: &mut Columns) -> Option<Self> {
        match &node.value {
            Value::Text(word) if word == UNKNOWN => Some(Self::MayBe),
            _ => node.truth(&mut columns.faults).map(|is_out| if is_out { Self::Out } else { Self::Not }),
        }
    }

    fn schema((): &(), _: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [{"type": "boolean"}, {"enum": [UNKNOWN]}]})
    }
}

resettle_yaml::texts! {
    Columns;
    /// A name that is short enough for a number behind it.
    NameOfShoes: String => |node, key, columns| {
        let name = Self::read(node, key, &LogName, columns)?;
        let most = MAX_NAME - LONGEST_NUMBER;
        if name.len() > most {
            let message = format!("this name has {} bytes, and with its number a log allows {most}", name.len());
            columns.faults.add(node.place, message);
            return None;
        }
        Some(name)
    };
    /// The sequence character and the data of a frame, as hexadecimal figures.
    Frame: (u8, Vec<u8>) => |node, key, columns| {
        let text = String::read(node, key, &Filled, columns)?;
        match bytes_of_figures(&text).as_deref() {
            Some([sequence, data @ ..]) if !data.is_empty() => Some((*sequence, data.to_vec())),
            _ => {
                let message = "a frame is its sequence character and its data in hexadecimal figures";
                columns.faults.add(node.place, message);
                None
            }
        }
    };
    /// The name of a time zone, or an offset.
    NameOfZone: String, else |generator| TimeZone::schema(&Zone, generator) => |node, key, columns| {
        TimeZone::read(node, key, &Zone, columns)?;
        Self::read(node, key, &Filled, &mut Columns::default())
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use resettle_testkit::keys_stand_on;

    #[test]
    fn the_page_has_the_keys() {
        keys_stand_on("capture.md", &serde_json::to_value(resettle_yaml::schemars::schema_for!(CaptureKeys)).unwrap());
    }
}
