//! Decks, and what cards count.

use std::ops::RangeInclusive;

use resettle_game::Rank;
use resettle_yaml::{Fixed, Form, Keys, Node, defined, section};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::clause::Cite;
use crate::context::Context;
use crate::section::{ALONE, Leaf, Leaves, Level};

/// The range of decks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decks {
    /// At least.
    pub min: u32,
    /// At most; none where the document states a minimum alone.
    pub max: Option<u32>,
    /// The numbers allowed, where not every one between the two is.
    pub only: Option<Vec<u32>>,
    /// Where the document says so.
    pub clause: Cite,
    /// The clause by which cards are replaced by the same cards, where the document has one.
    pub replaced: Option<Cite>,
}

impl Decks {
    /// Whether the game may be played with this many.
    #[must_use]
    pub fn allows(&self, decks: u32) -> bool {
        match &self.only {
            Some(only) => only.contains(&decks),
            None => self.min <= decks && self.max.is_none_or(|max| decks <= max),
        }
    }

    /// Every number allowed, the least first; none where there is no most.
    #[must_use]
    pub fn numbers(&self) -> Option<Vec<u32>> {
        Some((self.min..=self.max?).filter(|decks| self.allows(*decks)).collect())
    }

    /// The numbers of decks that stand for all where something is counted for each: every number allowed, and where there
    /// is no most, the least and the usual eight.
    #[must_use]
    pub fn counted(&self) -> Vec<u32> {
        self.numbers().unwrap_or_else(|| {
            let usual = Some(USUAL).filter(|usual| *usual > self.min);
            std::iter::once(self.min).chain(usual).collect()
        })
    }

    /// The greatest of the numbers that are counted.
    #[must_use]
    pub fn most_counted(&self) -> u32 {
        self.max.unwrap_or_else(|| self.min.max(USUAL))
    }

    /// What is counted of a range without a most; none where every number is.
    #[must_use]
    pub fn counted_in_words(&self) -> Option<String> {
        if self.max.is_some() {
            return None;
        }
        let counted: Vec<String> = self.counted().iter().map(u32::to_string).collect();
        let are = if counted.len() == 1 { "is" } else { "are" };
        Some(format!("a minimum alone is stated; {} {are} counted, no others", counted.join(" and ")))
    }

    /// `6`, `4 to 10`, `6 or 8`, `6 or more`.
    #[must_use]
    pub fn in_words(&self) -> String {
        match &self.only {
            Some(only) => {
                let words: Vec<String> = only.iter().map(u32::to_string).collect();
                match words.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
                    None => String::new(),
                }
            }
            None => match self.max {
                Some(max) if max == self.min => max.to_string(),
                Some(max) => format!("{} to {max}", self.min),
                None => format!("{} or more", self.min),
            },
        }
    }
}

/// Which keys there are depends on the others, so that a range and a list have the same paths.
impl Leaves for Decks {
    fn leaves(&self, path: &str, out: &mut Vec<Leaf>) {
        let mut add = |key: &str, value: String, clause: &Cite| {
            out.push(Leaf::of(Level::Procedure, format!("{path}.{key}"), value, Some(clause)));
        };
        add("min", self.min.to_string(), &self.clause);
        add("max", self.max.map_or_else(|| "no maximum".to_owned(), |max| max.to_string()), &self.clause);
        if self.only.is_some() {
            add("any_of", self.in_words(), &self.clause);
        }
        if let Some(clause) = &self.replaced {
            add("replaced", "by the same cards".to_owned(), clause);
        }
    }
}

impl Form<Context> for Decks {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let mut inner = node.fields("`decks`", &mut context.faults)?;
        let only = inner.optional("any_of").map(|node| numbers(node, context));
        let mut bound = |key, context: &mut Context| {
            let open = only.is_some() || key == "max";
            let node = if open { inner.optional(key) } else { inner.required(key, &mut context.faults) };
            if let (Some(node), true) = (node, only.is_some()) {
                context
                    .faults
                    .add(node.place, "`any_of` names every number of decks: `min` and `max` have no part beside it");
            }
            node.map(|node| node.int(DECKS, &mut context.faults).and_then(|number| u32::try_from(number).ok()))
        };
        let (min, max) = (bound("min", context), bound("max", context));
        let clause = context.clause(&mut inner);
        let replaced = Form::take(&mut inner, "replaced", &ALONE, context)?;
        inner.finish(&mut context.faults);
        if let Some(only) = only {
            let only = only?;
            let (min, max) = (*only.first()?, only.last().copied());
            return Some(Decks { min, max, only: Some(only), clause: clause?, replaced });
        }
        let min = min.flatten()?;
        // A maximum that was not read is none that is not stated.
        let max = max.map(|max| max.ok_or(())).transpose().ok()?;
        if let Some(max) = max.filter(|max| min > *max) {
            context.faults.add(node.place, format!("`min` is {min} and `max` only {max}"));
        }
        Some(Decks { min, max, only: None, clause: clause?, replaced })
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let mut range = Keys::default();
        range.add::<Context, u32, _>("min", &[], &DECKS, generator);
        let max = "Left out where the document states a minimum alone.";
        range.add::<Context, Option<u32>, _>("max", &[max], &DECKS, generator);
        let mut set = Keys::default();
        set.add::<Context, Vec<u32>, _>("any_of", &["Every number of decks, the least first."], &DECKS, generator);
        set.change("any_of", "minItems", 1);
        let mut either = |mut keys: Keys, name: &str, about: &str| {
            keys.add::<Context, Cite, ()>("clause", &[], &(), generator);
            let replaced = "By which cards are replaced by the same cards.";
            keys.add::<Context, Option<Cite>, _>("replaced", &[replaced], &ALONE, generator);
            let mut form = defined(name, keys.schema(&[]), generator);
            form.insert("description".to_owned(), about.into());
            form
        };
        let forms = [
            either(range, "MinMax", "Every number from one to another, or from one on."),
            either(set, "AnyOf", "Certain numbers."),
        ];
        defined("Decks", json_schema!({"anyOf": forms}), generator)
    }
}

const DECKS: RangeInclusive<i64> = 1..=100;
/// The number of decks that is counted beside the least where the document states no most.
const USUAL: u32 = 8;

/// Numbers of decks, the least first.
fn numbers(node: &Node, context: &mut Context) -> Option<Vec<u32>> {
    let items = node.list(&mut context.faults)?;
    let mut out: Vec<u32> = Vec::new();
    for item in items {
        let number = item.int(DECKS, &mut context.faults).and_then(|number| u32::try_from(number).ok())?;
        if out.last().is_some_and(|last| *last >= number) {
            context.faults.add(item.place, "numbers of decks stand in order, each once");
            return None;
        }
        out.push(number);
    }
    if out.is_empty() {
        context.faults.add(node.place, "no number of decks is named here");
        return None;
    }
    Some(out)
}

section! {
    Context;
    CardValues named "Cards" {
        values: [u8; 13],
        clause: Cite,
        point_total: PointTotal,
    }

    PointTotal {
        keeps: Fixed = ["right_digit"],
        clause: Cite,
    }
}

impl CardValues {
    /// The point value of a rank.
    #[must_use]
    pub fn of(&self, rank: Rank) -> u8 {
        self.values.get(rank.index()).copied().unwrap_or(0)
    }
}

/// The point value of every rank, ace first.
impl Form<Context> for [u8; 13] {
    fn read(node: &Node, _: &'static str, (): &(), context: &mut Context) -> Option<Self> {
        let mut map = node.fields("`values`", &mut context.faults)?;
        let mut found: [Option<u8>; 13] = [None; 13];
        for (name, key, value) in map.rest() {
            let mut letters = name.chars();
            let rank = match (letters.next(), letters.next()) {
                (Some(letter), None) => Rank::from_letter(letter),
                _ => None,
            };
            let Some(slot) = rank.and_then(|rank| found.get_mut(rank.index())) else {
                context.faults.add_with_help(
                    key.place,
                    format!("`{name}` is no rank"),
                    "ranks are A, 2 to 9, T, J, Q, K",
                );
                continue;
            };
            *slot = value.int(0..=9, &mut context.faults).and_then(|value| u8::try_from(value).ok());
        }
        let mut out = [0; 13];
        let mut complete = true;
        for (rank, (value, slot)) in Rank::ALL.into_iter().zip(found.iter().zip(out.iter_mut())) {
            match value {
                Some(value) => *slot = *value,
                None => {
                    complete = false;
                    context.faults.add(node.place, format!("rank `{}` has no value", rank.letter()));
                }
            }
        }
        complete.then_some(out)
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let ranks: Vec<String> = Rank::ALL.into_iter().map(|rank| rank.letter().to_string()).collect();
        let value = json_schema!({"type": "integer", "minimum": 0, "maximum": 9});
        let values: serde_json::Map<String, serde_json::Value> =
            ranks.iter().map(|rank| (rank.clone(), value.clone().to_value())).collect();
        let form = json_schema!({
            "description": "The point value of every rank.",
            "type": "object",
            "properties": values,
            "required": ranks,
            "additionalProperties": false,
        });
        defined("RankValues", form, generator)
    }
}
