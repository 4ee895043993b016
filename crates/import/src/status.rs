//! What a source says became of a round: whether it was played to its end.

/// Ends of names of such columns and members.
const NAMES: [&str; 3] = ["status", "state", "phase"];
const CHINESE_NAMES: [&str; 2] = ["\u{72b6}\u{6001}", "\u{72c0}\u{614b}"];
/// Such names that are not of a round or a wager.
const OF_OTHERS: [&str; 7] = ["shoe", "dealer", "table", "device", "connect", "account", "stream"];

/// Parts of words for a round that counts as none, for one whose end is not there, and for one that was played.
const VOID: [&str; 11] = [
    "void",
    "cancel",
    "annul",
    "anulad",
    "abort",
    "storn",
    "ungultig",
    "ung\u{fc}ltig",
    "abgebroch",
    "\u{53d6}\u{6d88}",
    "\u{4f5c}\u{5e9f}",
];
const LEFT_OUT: [&str; 26] = [
    "revers",
    "rolledback",
    "rollback",
    "rolled back",
    "roll back",
    "open",
    "pending",
    "progress",
    "unresolved",
    "unsettled",
    "unfinished",
    "incomplete",
    "not ",
    "disput",
    "suspend",
    "betting",
    "bets",
    "dealing",
    "running",
    "started",
    "waiting",
    "active",
    "\u{672a}",
    "\u{8fdb}\u{884c}",
    "\u{9032}\u{884c}",
    "\u{64a4}",
];
const PLAYED: [&str; 13] = [
    "resolved",
    "settled",
    "finish",
    "complete",
    "paid",
    "played",
    "closed",
    "done",
    "ended",
    "\u{7ed3}\u{7b97}",
    "\u{7d50}\u{7b97}",
    "\u{5df2}\u{6d3e}\u{5f69}",
    "\u{5b8c}\u{6210}",
];

/// Parts of words for a wager that was not taken.
const REFUSED: [&str; 4] = ["reject", "refus", "declin", "abgelehnt"];
/// Names of columns and members of yes and no that say that a wager was taken.
const ACCEPTED: [&str; 5] = ["accepted", "is accepted", "bet accepted", "angenommen", "accepte"];
/// Yes and no as such columns write them.
const YES_OR_NO: [(&str, bool); 10] = [
    ("true", true),
    ("yes", true),
    ("y", true),
    ("1", true),
    ("ja", true),
    ("false", false),
    ("no", false),
    ("n", false),
    ("0", false),
    ("nein", false),
];

/// Whole words, in small letters without anything between, that stand in columns of this kind whatever these are called.
const WORDS: [&str; 24] = [
    "settled",
    "resolved",
    "finished",
    "completed",
    "complete",
    "played",
    "done",
    "ended",
    "void",
    "voided",
    "cancelled",
    "canceled",
    "aborted",
    "reversed",
    "reversal",
    "rollback",
    "rolledback",
    "pending",
    "inprogress",
    "unresolved",
    "unsettled",
    "unfinished",
    "dispute",
    "disputed",
];

/// Whether a column or member of this name says it.
pub(crate) fn is_name_of_a_status(name: &str) -> bool {
    let small = name.to_lowercase();
    let ends = NAMES.iter().any(|end| small.ends_with(end)) || CHINESE_NAMES.iter().any(|own| small.contains(own));
    ends && !OF_OTHERS.iter().any(|other| small.contains(other))
}

/// Whether a cell is such a word and can hardly be anything else.
pub(crate) fn is_word_of_a_status(cell: &str) -> bool {
    let letters: String = cell.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    WORDS.contains(&letters.as_str())
}

/// What a round's status means for the log.
pub(crate) fn status_of(value: &str) -> Option<&'static str> {
    let small = value.to_lowercase().replace(['_', '-'], " ");
    let has = |parts: &[&str]| parts.iter().any(|part| small.contains(part));
    if has(&VOID) {
        Some("void")
    } else if has(&LEFT_OUT) {
        Some("left_out")
    } else if has(&PLAYED) {
        Some("played")
    } else {
        None
    }
}

/// What a cell of yes or no means for a round, where its column or member is called after rounds that count as none: `isVoid`,
/// `Cancelled`.
pub(crate) fn flag_of(words: &str, value: &str) -> Option<&'static str> {
    let is_named = words.split(' ').next_back().is_some_and(|last| VOID.iter().any(|part| last.starts_with(part)))
        && !words.contains("card");
    let small = value.to_lowercase();
    let is_in = |words: [&str; 5]| words.contains(&small.as_str());
    match is_named {
        true if is_in(["true", "yes", "y", "1", "x"]) => Some("void"),
        true if is_in(["false", "no", "n", "0", "-"]) => Some("played"),
        _ => None,
    }
}

/// Whether a wager of this status was settled: what came of it is not known to be something else.
pub(crate) fn is_settled(value: &str) -> bool {
    !is_refused(value) && !matches!(status_of(value), Some("void" | "left_out"))
}

/// Whether a word for a wager says that it was not taken.
pub(crate) fn is_refused(value: &str) -> bool {
    let small = value.to_lowercase();
    REFUSED.iter().any(|part| small.contains(part))
}

/// Whether a column or member of this name, as words, with these cells says by yes and no which wagers were taken.
pub(crate) fn says_accepted<'v>(words: &str, mut values: impl Iterator<Item = &'v str>) -> bool {
    ACCEPTED.contains(&words) && values.all(|value| YES_OR_NO.iter().any(|(word, _)| *word == value.to_lowercase()))
}

/// Whether a cell is a no.
pub(crate) fn is_no(value: &str) -> bool {
    YES_OR_NO.iter().any(|(word, is)| !is && *word == value.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_words() {
        for (name, is) in [
            ("Status", true),
            ("roundState", true),
            ("game_phase", true),
            ("\u{72b6}\u{6001}", true),
            ("statement", false),
            ("Table status", false),
        ] {
            assert_eq!(is_name_of_a_status(name), is, "{name}");
        }
        for (cell, means, is_word) in [
            ("Settled", Some("played"), true),
            ("Cancelled", Some("void"), true),
            ("Cancelled by the pit", Some("void"), false),
            ("in_progress", Some("left_out"), true),
            ("rollback", Some("left_out"), true),
            ("ROLLED_BACK", Some("left_out"), true),
            ("Disputed", Some("left_out"), true),
            ("BETS_CLOSED", Some("left_out"), false),
            ("not settled", Some("left_out"), false),
            ("Player", None, false),
        ] {
            assert_eq!((status_of(cell), is_word_of_a_status(cell)), (means, is_word), "{cell}");
        }
        for (name, value, means) in [
            ("is void", "true", Some("void")),
            ("void", "N", Some("played")),
            ("cancelled", "1", Some("void")),
            ("cancelled cards", "1", None),
            ("void reason", "1", None),
            ("paid", "1", None),
        ] {
            assert_eq!(flag_of(name, value), means, "{name} {value}");
        }
        for (word, is) in [("PAID", true), ("LOST", true), ("Cancelled", false), ("open", false), ("REJECTED", false)] {
            assert_eq!(is_settled(word), is, "{word}");
        }
    }
}
