//! A document that leaves choices to the operator: the file is read once for each set of choices, without what is marked
//! as `elected` by others.

use std::collections::BTreeMap;

use resettle_yaml::{Faults, Form as _, Node, Value};

use super::context::Context;
use crate::options::{Choice, Elected, OptionRule};

/// More sets of choices than this are not read.
const MOST_SETS: usize = 64;

/// The key by which a part of the file says for which choices it holds.
const MARK: &str = "elected";

/// The options of a file.
pub(super) fn options(root: &Node, context: &mut Context) -> Vec<OptionRule> {
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
pub(super) fn sets(options: &[OptionRule]) -> Vec<Elected> {
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
pub(super) fn bets(root: &Node) -> Vec<String> {
    let Some(Value::List(list)) = root.member("wagers").map(|node| &node.value) else { return Vec::new() };
    let name = |bet: &Node| bet.word_at("bet").map(str::to_owned);
    list.iter().filter_map(name).collect()
}

/// The file as it reads for one set of choices: bets, rows of bets and commissions that hold for others are left out.
pub(super) fn reduced(root: &Node, options: &[OptionRule], elected: &Elected, faults: &mut Faults) -> Node {
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
