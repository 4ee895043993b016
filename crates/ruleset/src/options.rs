use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use resettle_yaml::{Fields, Form, Node, defined, section};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::clause::Cite;
use crate::decode::Context;
use crate::model::Ruleset;
use crate::money::Commission;

section! {
    Context;
    OptionRule as "an option" named "OptionForm" {
        /// Its name, as logs and `elected` write it.
        name: String,
        /// The clause that leaves the choice.
        clause: Cite,
        /// What may be chosen.
        choices: Vec<Choice> = Choices,
    }

    Choice as "a choice" named "ChoiceForm" {
        /// Its name, as logs and `elected` write it.
        choice: String,
        clause: Cite,
    }
}

/// Two choices at least, each once.
pub(crate) struct Choices;

impl Form<Context, Choices> for Vec<Choice> {
    fn read(node: &Node, key: &'static str, _: &Choices, context: &mut Context) -> Option<Self> {
        let mut out = Self::new();
        for node in context.rows(node) {
            let Some(read) = Choice::read(node, key, &(), context) else { continue };
            if out.iter().any(|known| known.choice == read.choice) {
                context.faults.add(node.place, format!("the choice `{}` stands twice", read.choice));
            }
            out.push(read);
        }
        Some(out)
    }

    fn schema(_: &Choices, generator: &mut SchemaGenerator) -> Schema {
        at_least(2, <Self as Form<Context>>::schema(&(), generator))
    }
}

fn at_least(items: u8, mut list: Schema) -> Schema {
    list.insert("minItems".to_owned(), items.into());
    list
}

/// What is read before everything else, because it says what of a file holds.
pub(crate) struct ReadFirst;

impl Form<Context, ReadFirst> for Vec<OptionRule> {
    const OPTIONAL: bool = true;

    fn take(_: &mut Fields<'_>, _: &'static str, _: &ReadFirst, _: &mut Context) -> Option<Self> {
        Some(Self::new())
    }

    fn read(_: &Node, _: &'static str, _: &ReadFirst, _: &mut Context) -> Option<Self> {
        Some(Self::new())
    }

    fn schema(_: &ReadFirst, generator: &mut SchemaGenerator) -> Schema {
        at_least(1, <Self as Form<Context>>::schema(&(), generator))
    }
}

/// One, or several for different choices: those for others are left out before the file is read.
pub(crate) struct OneOrSeveral;

impl Form<Context, OneOrSeveral> for Commission {
    fn read(node: &Node, key: &'static str, _: &OneOrSeveral, context: &mut Context) -> Option<Self> {
        Form::read(node, key, &(), context)
    }

    fn schema(_: &OneOrSeveral, generator: &mut SchemaGenerator) -> Schema {
        let one = <Self as Form<Context>>::schema(&(), generator);
        one_or_several("OneOrSeveral2", &one, generator)
    }
}

fn one_or_several(name: &str, one: &Schema, generator: &mut SchemaGenerator) -> Schema {
    let several = json_schema!({"type": "array", "items": one, "minItems": 1});
    let about = "One, or several for different choices.";
    defined(name, json_schema!({"description": about, "anyOf": [one, several]}), generator)
}

/// What was chosen: of each option the name of one choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Elected(pub BTreeMap<String, String>);

/// For which choices a part of a file holds: what holds for others is left out before the file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark;

impl Form<Context> for Mark {
    const OPTIONAL: bool = true;

    fn take(_: &mut Fields<'_>, _: &'static str, (): &(), _: &mut Context) -> Option<Self> {
        Some(Self)
    }

    fn read(_: &Node, _: &'static str, (): &(), _: &mut Context) -> Option<Self> {
        Some(Self)
    }

    fn schema((): &(), generator: &mut SchemaGenerator) -> Schema {
        let text = <String as Form<Context>>::schema(&(), generator);
        let choices = one_or_several("OneOrSeveral", &text, generator);
        let about = "The options named, each with the choices under which this stands.";
        let form = json_schema!({"description": about, "type": "object", "additionalProperties": choices});
        defined("ElectedForm", form, generator)
    }
}

/// `paytable a, side_wager none`.
impl fmt::Display for Elected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (option, choice)) in self.0.iter().enumerate() {
            write!(f, "{}{option} {choice}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// Why nothing can be judged by what was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotElected<'r> {
    /// Nothing is chosen of an option.
    Missing(&'r OptionRule),
    /// The option has no such choice.
    NoChoice {
        /// The option of which it is none.
        option: &'r OptionRule,
        /// What was chosen.
        choice: String,
    },
}

impl Ruleset {
    /// The rules under each set of choices, the ruleset itself where it leaves nothing open.
    pub fn each(&self) -> impl Iterator<Item = &Self> {
        let own = self.variants.is_empty().then_some(self);
        own.into_iter().chain(self.variants.iter().map(|(_, rules)| rules.as_ref()))
    }

    /// The rules under what was chosen: the ruleset itself where it leaves nothing open. Choices of options that it does
    /// not have are skipped.
    ///
    /// # Errors
    /// The first option of which nothing is chosen, or what it does not offer.
    pub fn under<'r>(self: &'r Arc<Self>, elected: &Elected) -> Result<Arc<Self>, NotElected<'r>> {
        if self.options.is_empty() {
            return Ok(Arc::clone(self));
        }
        let mut chosen = BTreeMap::new();
        for option in &self.options {
            let choice = elected.0.get(&option.name).ok_or(NotElected::Missing(option))?;
            if !option.choices.iter().any(|known| known.choice == *choice) {
                return Err(NotElected::NoChoice { option, choice: choice.clone() });
            }
            chosen.insert(option.name.clone(), choice.clone());
        }
        let found = self.variants.iter().find(|(known, _)| known.0 == chosen);
        Ok(found.map_or_else(|| Arc::clone(self), |(_, rules)| Arc::clone(rules)))
    }
}
