use resettle_document::Half;
use resettle_game::Kind;
use resettle_yaml::Position;

use super::Comparison;
use super::places::Places;
use crate::model::Ruleset;

/// A row on an irregularity, and whether the clauses it cites speak of such a thing.
#[derive(Clone, Debug)]
pub struct TracedIrregularity {
    /// The irregularity's word.
    pub kind: &'static str,
    /// The clauses that the row cites.
    pub clause: String,
    /// Equal, miscited, or unread where no clause speaks of it in words that are known.
    pub comparison: Comparison,
    /// The clauses that speak of it, where the row cites none of them.
    pub should_cite: Vec<String>,
    /// Where the row is in the YAML.
    pub yaml: Position,
}

/// Rows without a clause rest on a reading: there is nothing to compare with the document.
pub(super) fn trace(ruleset: &Ruleset, half: &Half, places: &Places) -> Vec<TracedIrregularity> {
    let texts: Vec<(&str, String)> = half
        .clauses()
        .iter()
        .enumerate()
        .map(|(at, clause)| (clause.number.as_str(), letters(&half.text(at))))
        .collect();
    let mut out = Vec::new();
    for (at, row) in ruleset.irregularities.iter().enumerate() {
        let Some(clause) = &row.clause else { continue };
        let speaking: Vec<&str> =
            texts.iter().filter(|(_, text)| speaks(row.kind, text)).map(|(number, _)| *number).collect();
        // The first clause is the one that findings cite.
        let cited = speaking.iter().any(|number| is_family(clause.primary(), number));
        let comparison = match (speaking.is_empty(), cited) {
            (true, _) => Comparison::Unread,
            (false, true) => Comparison::Equal,
            (false, false) => Comparison::Miscited,
        };
        let should_cite = match comparison {
            Comparison::Miscited => speaking.into_iter().map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let (kind, clause) = (row.kind.word(), clause.to_string());
        out.push(TracedIrregularity { kind, clause, comparison, should_cite, yaml: places.irregularity(at) });
    }
    out
}

/// Whether a clause is another one, is above or below it, or below an item of the same sentence: what 5.1 says of
/// its items holds for 5.1.1, and 12.1(a) is a condition of 12.1.1.
fn is_family(own: &str, other: &str) -> bool {
    let below = |one: &str, two: &str| one.strip_prefix(two).is_some_and(|rest| rest.starts_with(['.', '(']));
    let item_of = |item: &str| item.rsplit_once('(').map(|(head, _)| head.to_owned());
    let beside = |head: &str| own.strip_prefix(head).is_some_and(|rest| rest.starts_with('.'));
    own == other || below(own, other) || below(other, own) || item_of(other).is_some_and(|head| beside(&head))
}

/// Letters and digits alone, in lower case: where a line was broken, and with what hyphen, is the page's.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether the letters of a text speak of an irregularity, in the words that documents use.
fn speaks(kind: Kind, text: &str) -> bool {
    words(kind).iter().any(|all| all.iter().all(|word| text.contains(&letters(word))))
}

/// Any of these groups, and all the words of a group.
fn words(kind: Kind) -> &'static [&'static [&'static str]] {
    match kind {
        Kind::ForeignCard => &[&["foreign card"], &["do not belong"], &["does not form part"], &["none of the table"]],
        Kind::ExtraCard => {
            &[&["extra"], &["foreign card"], &["do not belong"], &["does not form part"], &["none of the table"]]
        }
        Kind::MissingCard => &[&["missing"]],
        Kind::UnshuffledCards => &[&["unshuffled"]],
        Kind::WrongCardCount => &[
            &["number of cards"],
            &["more than one card is dealt"],
            &["more than two cards are dealt"],
            &["too few cards or too many"],
            &["incorrect order"],
            &["incorrectly deal"],
            &["laid right again"],
            &["an error"],
        ],
        Kind::UnauthorisedDraw => {
            &[&["number of cards"], &["card is authorised"], &["card dealt"], &["incorrectly deal"]]
        }
        Kind::DealtOutOfOrder => &[&["incorrect order"], &["incorrectly deal"]],
        Kind::CardsDrawnTogether => &[&["simultaneously drawn"], &["doubt on the correct order"]],
        Kind::OrderAltered => &[&["order of the cards", "altered"]],
        Kind::InsufficientCards => &[&["insufficient cards"], &["runs out"]],
        Kind::FaceUpCard => &[&["face up"]],
        Kind::BurnOmitted => &[&["forget to burn"], &["burn", "omitted"]],
        Kind::SequenceRevealed => &[&["sequence of cards"]],
        Kind::DeviceMalfunction => &[&["malfunction"], &["no longer capable of operating"]],
        Kind::TechnicalInterruption => &[&["technical interruption"]],
        Kind::Disruption => &[&["disrupted"]],
        Kind::Fraud => &[&["fraud"]],
        Kind::ProhibitedDevice => &[&["contravened"], &["prohibited device"]],
        Kind::DisplayError => &[&["display"]],
        Kind::Other => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::is_family;

    #[test]
    fn a_clause_shares_the_words_of_its_family() {
        for (own, other) in [
            ("5.1", "5.1"),
            ("5.1.1", "5.1"),
            ("5.1", "5.1.1"),
            ("5.1(a)", "5.1"),
            ("12.1.1", "12.1(a)"),
            ("5.9", "5.9.1"),
        ] {
            assert!(is_family(own, other), "{own} {other}");
        }
        for (own, other) in
            [("5.1", "5.10"), ("5.10", "5.1"), ("5.1.1", "5.1.2"), ("5.2", "5.1(a)"), ("5.1(b)", "5.1(a)")]
        {
            assert!(!is_family(own, other), "{own} {other}");
        }
    }
}
