use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use resettle_yaml::{Fields, Form, Node};
use schemars::{Schema, SchemaGenerator};

use crate::clause::Cite;
use crate::decode::Context;
use crate::model::Ruleset;
use crate::schema::form::ElectedForm;

/// An option that a document leaves to the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRule {
    /// Its name, as the `options` records of logs and `elected` name it.
    pub name: String,
    /// The clause that leaves the choice.
    pub clause: Cite,
    /// What may be chosen, at least two.
    pub choices: Vec<Choice>,
}

/// One thing that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name.
    pub name: String,
    /// The clause that describes it.
    pub clause: Cite,
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
        generator.subschema_for::<ElectedForm>()
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
        /// The option.
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
            if !option.choices.iter().any(|known| known.name == *choice) {
                return Err(NotElected::NoChoice { option, choice: choice.clone() });
            }
            chosen.insert(option.name.clone(), choice.clone());
        }
        let found = self.variants.iter().find(|(known, _)| known.0 == chosen);
        Ok(found.map_or_else(|| Arc::clone(self), |(_, rules)| Arc::clone(rules)))
    }
}
