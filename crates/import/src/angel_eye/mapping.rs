//! What has to be said of a capture that no frame says.

use resettle_sealed_log::{Digest, MAX_NAME};
use resettle_yaml::{Faults, Node, Value};

use super::capture::{bytes_of_figures, hex};
use crate::mapping::{Open, REVIEW};
use crate::mapping_yaml::{filled, log_name, one_of, open};
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
        let mut faults = Faults::default();
        match read(text, &root, &mut faults) {
            Some(mapping) if faults.is_empty() => Ok(mapping),
            _ => Err(faults),
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
        let Open { log, source_kind, source_id, jurisdiction, venue, game, table, currency } = &self.open;
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

/// Whether the cutting card came: `true`, `false` or `unknown`.
fn cut_card(node: &Node, faults: &mut Faults) -> Option<CutCard> {
    if let Value::Text(word) = &node.value
        && word == UNKNOWN
    {
        return Some(CutCard::MayBe);
    }
    node.truth(faults).map(|is_out| if is_out { CutCard::Out } else { CutCard::Not })
}

/// How cards are dealt, in words.
const DEALT: [(&str, Dealt); 2] = [("baccarat", Dealt::AsTheShoeSays), ("7-up", Dealt::BankerFirst)];

/// A name that is short enough for a number behind it.
fn shoe(node: &Node, faults: &mut Faults) -> Option<String> {
    let name = log_name(node, faults)?;
    if name.len() > MAX_NAME - LONGEST_NUMBER {
        let most = MAX_NAME - LONGEST_NUMBER;
        faults.add(node.place, format!("this name has {} bytes, and with its number a log allows {most}", name.len()));
        return None;
    }
    Some(name)
}

/// The sequence character and the data of a frame, as hexadecimal figures.
fn last_frame(node: &Node, faults: &mut Faults) -> Option<(u8, Vec<u8>)> {
    let text = filled(node, faults)?;
    match bytes_of_figures(&text).as_deref() {
        Some([sequence, data @ ..]) if !data.is_empty() => Some((*sequence, data.to_vec())),
        _ => {
            faults.add(node.place, "a frame is its sequence character and its data in hexadecimal figures");
            None
        }
    }
}

fn read(text: &str, root: &Node, faults: &mut Faults) -> Option<CaptureMapping> {
    let mut top = root.fields("the mapping", faults)?;
    if let Some(node) = top.required("format", faults) {
        one_of(node, &[FORMAT], faults);
    }
    let open = top.required("open", faults).and_then(|node| open::read(node, faults));
    let dealt = top.required("dealt", faults).and_then(|node| node.word(&DEALT, faults));
    let shoe = top.required("shoe", faults).and_then(|node| shoe(node, faults));
    let number = |name, range, absent, faults: &mut Faults, top: &mut resettle_yaml::Fields<'_>| {
        top.optional(name).map_or(Some(absent), |node| node.int(range, faults))
    };
    let first_shoe = number("first_shoe", 1..=1_000_000, 1, faults, &mut top);
    let coups_before = number("coups_before", 0..=100_000, 0, faults, &mut top);
    let decks = number("decks", 1..=MOST_DECKS, 0, faults, &mut top);
    let cut_card = top.optional("cut_card_out").map_or(Some(CutCard::Not), |node| cut_card(node, faults));
    let last_frame = top.optional("last_frame").map(|node| last_frame(node, faults));
    let zone_of_times = top.optional("zone").map(|node| (node.place, filled(node, faults)));
    top.finish(faults);
    let (named, times) = match zone_of_times {
        None => (None, TimeFormat::new("iso-8601", None)),
        Some((place, name)) => {
            let name = name?;
            let known = zone(&name);
            if known.is_none() {
                faults.add(
                    place,
                    format!("{name:?} is no time zone: write one such as \"Asia/Singapore\" or \"+08:00\""),
                );
            }
            (Some(name), TimeFormat::new("iso-8601", known))
        }
    };
    Some(CaptureMapping {
        sha256: Digest::of(text.as_bytes()).to_string(),
        open: open?,
        dealt: dealt?,
        shoe: shoe?,
        first_shoe: first_shoe?,
        coups_before: coups_before?,
        decks: decks.map(|decks| (decks > 0).then_some(decks))?,
        cut_card: cut_card?,
        last_frame: last_frame.map_or(Some(None), |frame| frame.map(Some))?,
        zone: named,
        times: times.ok()?,
    })
}
