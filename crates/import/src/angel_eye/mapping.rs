//! What has to be said of a capture that no frame says.

use resettle_sealed_log::{Digest, MAX_NAME};
use resettle_yaml::{Faults, Node};

use crate::mapping::Open;
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
    /// Of how many decks each shoe is, if that is known.
    pub(super) decks: Option<i64>,
    /// How times are read that name no offset.
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
}

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

fn read(text: &str, root: &Node, faults: &mut Faults) -> Option<CaptureMapping> {
    let mut top = root.fields("the mapping", faults)?;
    if let Some(node) = top.required("format", faults) {
        one_of(node, &[FORMAT], faults);
    }
    let open = top.required("open", faults).and_then(|node| open::read(node, faults));
    let words = [("baccarat", Dealt::AsTheShoeSays), ("7-up", Dealt::BankerFirst)];
    let dealt = top.required("dealt", faults).and_then(|node| node.word(&words, faults));
    let shoe = top.required("shoe", faults).and_then(|node| shoe(node, faults));
    let number = |name, range, absent, faults: &mut Faults, top: &mut resettle_yaml::Fields<'_>| {
        top.optional(name).map_or(Some(absent), |node| node.int(range, faults))
    };
    let first_shoe = number("first_shoe", 1..=1_000_000, 1, faults, &mut top);
    let coups_before = number("coups_before", 0..=100_000, 0, faults, &mut top);
    let decks = number("decks", 1..=MOST_DECKS, 0, faults, &mut top);
    let zone_of_times = top.optional("zone").map(|node| (node.place, filled(node, faults)));
    top.finish(faults);
    let times = match zone_of_times {
        None => TimeFormat::new("iso-8601", None),
        Some((place, name)) => {
            let name = name?;
            let known = zone(&name);
            if known.is_none() {
                faults.add(
                    place,
                    format!("{name:?} is no time zone: write one such as \"Asia/Singapore\" or \"+08:00\""),
                );
            }
            TimeFormat::new("iso-8601", known)
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
        times: times.ok()?,
    })
}
