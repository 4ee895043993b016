//! A document that leaves choices to the operator: the file is read once for each set of choices, without what is marked
//! as `elected` by others.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use resettle_yaml::{Faults, Fields, Form, Node, Value, defined, section};
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::clause::Cite;
use crate::context::Context;
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

/// More sets of choices than this are not read.
const MOST_SETS: usize = 64;

/// The key by which a part of the file says for which choices it holds.
const MARK: &str = "elected";

/// The options of a file.
pub(crate) fn options(root: &Node, context: &mut Context) -> Vec<OptionRule> {
    let Some(list) = root.member("options") else { return Vec::new() };
    let mut out: Vec<OptionRule> = Vec::new();
    for node in context.rows(list) {
        let Some(option) = OptionRule::read(node, "options", &(), context) else { continue };
        let name = &option.name;
        if option.choices.len() < 2 {
            context.faults.add(node.place, format!("the option `{name}` offers fewer than two choices"));
        }
        if out.iter().any(|known| known.name == *name) {
            context.faults.add(node.place, format!("the option `{name}` stands twice"));
        }
        out.push(option);
    }
    if out.is_empty() {
        context.faults.add_with_help(
            list.place,
            "`options` lists no option",
            "leave the key out where nothing is left open",
        );
    }
    let sets = out.iter().try_fold(1usize, |sets, option| sets.checked_mul(option.choices.len().max(1)));
    if sets.is_none_or(|sets| sets > MOST_SETS) {
        context.faults.add(list.place, format!("the options can be chosen in more than {MOST_SETS} ways"));
        out.clear();
    }
    out
}

/// Every set of choices, in the order of the file.
pub(crate) fn sets(options: &[OptionRule]) -> Vec<Elected> {
    let mut out = vec![Elected::default()];
    for option in options {
        let with = |set: &Elected, choice: &Choice| {
            let mut set = set.clone();
            set.0.insert(option.name.clone(), choice.choice.clone());
            set
        };
        out = out.iter().flat_map(|set| option.choices.iter().map(move |choice| with(set, choice))).collect();
    }
    out
}

/// The names of all bets, whatever is chosen.
pub(crate) fn bets(root: &Node) -> Vec<String> {
    let Some(Value::List(list)) = root.member("wagers").map(|node| &node.value) else { return Vec::new() };
    let name = |bet: &Node| bet.word_at("bet").map(str::to_owned);
    list.iter().filter_map(name).collect()
}

/// The file as it reads for one set of choices: bets, rows of bets and commissions that hold for others are left out.
pub(crate) fn reduced(root: &Node, options: &[OptionRule], elected: &Elected, faults: &mut Faults) -> Node {
    let Value::Map(members) = &root.value else { return root.clone() };
    let mut out = Vec::with_capacity(members.len());
    let mut marks = Marks { options, elected, faults };
    for (key, value) in members {
        let Value::Text(name) = &key.value else {
            out.push((key.clone(), value.clone()));
            continue;
        };
        let value = match name.as_str() {
            "options" => continue,
            "wagers" => {
                let mut wagers = marks.list(value);
                if let Value::List(bets) = &mut wagers.value {
                    bets.iter_mut().for_each(|bet| marks.rows(bet));
                }
                wagers
            }
            "commission" => match marks.one_of(value) {
                Some(value) => value,
                None => continue,
            },
            _ => value.clone(),
        };
        out.push((key.clone(), value));
    }
    Node { value: Value::Map(out), place: root.place }
}

struct Marks<'c> {
    options: &'c [OptionRule],
    elected: &'c Elected,
    faults: &'c mut Faults,
}

impl Marks<'_> {
    /// The items of a list that hold, without their marks.
    fn list(&mut self, node: &Node) -> Node {
        let Value::List(items) = &node.value else { return node.clone() };
        let items = items.iter().filter_map(|item| self.item(item)).collect();
        Node { value: Value::List(items), place: node.place }
    }

    fn rows(&mut self, bet: &mut Node) {
        let Value::Map(members) = &mut bet.value else { return };
        for (key, value) in members {
            if key.value == Value::Text("rows".to_owned()) {
                *value = self.list(value);
            }
        }
    }

    /// A part of the file of which there may be several, for different choices.
    fn one_of(&mut self, node: &Node) -> Option<Node> {
        let Value::List(items) = &node.value else { return self.item(node) };
        if items.is_empty() {
            self.faults.add_with_help(node.place, "the list is empty", "leave the key out");
        }
        let mut standing: Vec<Node> = items.iter().filter_map(|item| self.item(item)).collect();
        if let Some(second) = standing.get(1) {
            let message = format!("this and the one before it both stand where {} is elected", self.elected);
            self.faults.add(second.place, message);
        }
        if standing.is_empty() { None } else { Some(standing.swap_remove(0)) }
    }

    /// A part of the file without its mark; none where it holds for other choices.
    fn item(&mut self, node: &Node) -> Option<Node> {
        let Value::Map(members) = &node.value else { return Some(node.clone()) };
        let Some(at) = members.iter().position(|(key, _)| key.value == Value::Text(MARK.to_owned())) else {
            return Some(node.clone());
        };
        let mut members = members.clone();
        let (_, mark) = members.remove(at);
        self.stands(&mark).then_some(Node { value: Value::Map(members), place: node.place })
    }

    fn stands(&mut self, mark: &Node) -> bool {
        let Value::Map(asked) = &mark.value else {
            self.faults.add_with_help(mark.place, "`elected` names options", "as `elected: {paytable: [a, b]}`");
            return false;
        };
        let known: BTreeMap<&str, &OptionRule> =
            self.options.iter().map(|option| (option.name.as_str(), option)).collect();
        let mut stands = true;
        for (key, value) in asked {
            let Some(name) = key.text(self.faults) else { continue };
            let Some(option) = known.get(name) else {
                stands = false;
                let names = known.keys().copied().collect::<Vec<_>>().join(", ");
                self.faults.add_with_help(key.place, format!("unknown option `{name}`"), format!("known: {names}"));
                continue;
            };
            let choices = match &value.value {
                Value::List(items) => items.as_slice(),
                _ => std::slice::from_ref(value),
            };
            if choices.is_empty() {
                self.faults.add(value.place, format!("no choice of `{name}` is named"));
            }
            let mut holds = false;
            for node in choices {
                let Some(choice) = node.text(self.faults) else { continue };
                if !option.choices.iter().any(|known| known.choice == choice) {
                    let offered = option.choices.iter().map(|choice| choice.choice.as_str()).collect::<Vec<_>>();
                    let fault = format!("the option `{name}` has no choice `{choice}`");
                    self.faults.add_with_help(node.place, fault, format!("known: {}", offered.join(", ")));
                }
                holds |= self.elected.0.get(name).is_some_and(|elected| elected == choice);
            }
            stands &= holds;
        }
        stands
    }
}
