//! Bets: which row of each ruleset settles a coup, over every deal and over everything that can be known of a coup.
//!
//! A row depends on the facts that the rows of its bet name, and of each fact on the class of its value. So every state of
//! knowledge is a choice, for each of these facts, of a class or of "not known": all of them are gone through, those of
//! coups that were misdealt, or stand as declared, included. Every deal of either ruleset then says which of them happen
//! where cards are dealt by the rules, how the set is best said, and which coup is the smallest.

use std::collections::{BTreeMap, BTreeSet};

use resettle_game::Card;
use resettle_rules::{BetRow, Book, Condition, Fact, Facts, Hand, Pays, Reading, Values, When};
use resettle_ruleset::{RoundingUnit, Ruleset, WagerRule};

use crate::coup::cards_of;
use crate::debug::digits;
use crate::rows::{same_amounts, same_rows};
use crate::sets::{Point, Product, products};
use crate::statement::{Coup, Difference, How, Paid, Part};

/// This many states of knowledge are gone through for one bet.
const MOST_STATES: usize = 1 << 18;
/// This many ways to end a coup are gone through for one bet.
const MOST_ENDINGS: usize = 1 << 25;
/// This many products say a set; the rest of them is counted.
const MOST_PRODUCTS: usize = 8;

/// All bets.
pub(crate) fn part(old: &Ruleset, new: &Ruleset) -> Part {
    let (mut differences, mut not_proven) = (Vec::new(), Vec::new());
    let (mut endings, mut states, mut same) = (0usize, 0usize, 0usize);
    for was in &old.wagers {
        let Some(is) = new.wager(&was.bet) else {
            differences.push(offered(was, true));
            continue;
        };
        if same_rows(was, is) {
            same += 1;
            continue;
        }
        match Compared::of(old, new, was, is) {
            Ok(compared) => {
                endings += compared.endings;
                states += compared.states;
                differences.extend(compared.differences);
            }
            Err(why) => not_proven.push(format!("{}: {why}", was.bet)),
        }
    }
    differences.extend(new.wagers.iter().filter(|is| old.wager(&is.bet).is_none()).map(|is| offered(is, false)));
    let how = if not_proven.is_empty() {
        let mut what = Vec::new();
        if same > 0 {
            what.push(format!("{} with the same rows in both", resettle_game::counted(same, "bet")));
        }
        if states > 0 {
            what.push(format!("{endings} ways to end a coup and {states} states of what can be known of one"));
        }
        if what.is_empty() {
            what.push("no bet is in both".to_owned());
        }
        How::Enumerated(what.join("; "))
    } else {
        How::NotProven(not_proven.join("; "))
    };
    Part { name: "wagers".to_owned(), how, differences }
}

fn offered(rule: &WagerRule, by_old: bool) -> Difference {
    let words =
        |offered: bool| if offered { format!("offered, {}", digits(&rows(rule))) } else { "not offered".to_owned() };
    let set = "every wager on this bet".to_owned();
    Difference { path: format!("wagers.{}", rule.bet), set, old: words(by_old), new: words(!by_old), coup: None }
}

/// The rows of a bet in an order of their own, and its other reading.
pub(crate) fn rows(rule: &WagerRule) -> (Vec<String>, Option<Reading>) {
    let mut rows: Vec<String> = rule.rows.iter().map(|row| format!("{:?}", row.row)).collect();
    rows.sort();
    (rows, rule.reading)
}

/// A fact that rows name, and the classes of values that they tell apart.
struct Dimension {
    fact: Fact,
    classes: Vec<Values>,
}

/// What a row of each pays by one reading; none where no row is known to hold.
type Met = (Option<Reading>, Option<Pays>, Option<Pays>);

/// Two hands that end a coup, and whether the old ruleset deals them.
type Ending = (Hand, Hand, bool);

struct Compared {
    endings: usize,
    states: usize,
    differences: Vec<Difference>,
}

impl Compared {
    fn of(old: &Ruleset, new: &Ruleset, was: &WagerRule, is: &WagerRule) -> Result<Self, &'static str> {
        let book =
            Book::of(&[was.core(), is.core()]).map_err(|_| "its rows tell apart more cases than are gone through")?;
        let dimensions = dimensions(was, is);
        let states = dimensions
            .iter()
            .try_fold(1usize, |count, dimension| count.checked_mul(dimension.classes.len() + 1))
            .filter(|count| *count <= MOST_STATES)
            .ok_or("its rows tell apart more states of what is known than are gone through")?;
        let bet = Bet { old, new, was, is, book: &book, dimensions: &dimensions };
        let (reached, endings) = bet.reached()?;
        let universe: BTreeSet<Point> = reached.keys().cloned().collect();
        let mut sets: BTreeMap<(usize, String, String), (Met, BTreeSet<Point>)> = BTreeMap::new();
        for point in &universe {
            for (nth, met) in bet.met(point).into_iter().enumerate() {
                if !alike(met) {
                    let key = (nth, words(met.1), words(met.2));
                    sets.entry(key).or_insert_with(|| (met, BTreeSet::new())).1.insert(point.clone());
                }
            }
        }
        let mut listed: Vec<Product> = Vec::new();
        let mut differences: Vec<Difference> = Vec::new();
        for (met, points) in sets.values() {
            let said = products(points, &universe);
            differences.push(bet.difference(*met, &said, points, (&universe, &reached)));
            listed.extend(said);
        }
        if was.reading != is.reading {
            let of = |rule: &WagerRule| match rule.reading {
                Some(Reading::OneHand) => "counted in one hand as well".to_owned(),
                None => "none".to_owned(),
            };
            differences.push(Difference {
                path: format!("wagers.{}.reading", was.bet),
                set: "every wager on this bet, by another reading of its rows".to_owned(),
                old: of(was),
                new: of(is),
                coup: None,
            });
        }
        differences.extend(bet.otherwise_known(&universe, &listed));
        Ok(Self { endings, states, differences })
    }
}

struct Bet<'a> {
    old: &'a Ruleset,
    new: &'a Ruleset,
    was: &'a WagerRule,
    is: &'a WagerRule,
    book: &'a Book,
    dimensions: &'a [Dimension],
}

impl Bet<'_> {
    /// The classes of the facts of every deal of either ruleset, each with the ending of the fewest cards; and how many
    /// endings were gone through.
    fn reached(&self) -> Result<(BTreeMap<Point, Ending>, usize), &'static str> {
        let mut reached: BTreeMap<Point, Ending> = BTreeMap::new();
        let mut endings = 0usize;
        let mut point: Point = Vec::with_capacity(self.dimensions.len());
        for (ruleset, by_old) in [(self.old, true), (self.new, false)] {
            if !by_old && self.old.table == self.new.table {
                break;
            }
            self.book.each_ending(&ruleset.table, &[], &mut |player, banker| {
                let facts = self.book.facts(player, banker);
                point.clear();
                point.extend(self.dimensions.iter().map(|dimension| dimension.class(self.book, &facts)));
                let cards = |(player, banker, _): &Ending| player.dealt() + banker.dealt();
                let ending = (*player, *banker, by_old);
                match reached.get_mut(&point) {
                    Some(shortest) if cards(&ending) < cards(shortest) => *shortest = ending,
                    Some(_) => {}
                    None => {
                        reached.insert(point.clone(), ending);
                    }
                }
                endings += 1;
                endings < MOST_ENDINGS
            });
        }
        if endings >= MOST_ENDINGS {
            return Err("there are more ways to end a coup than are gone through");
        }
        Ok((reached, endings))
    }

    /// Facts of these classes; a class beyond the last one is not known.
    fn facts(&self, point: &[u8]) -> Facts {
        let mut facts = Facts::default();
        for (dimension, class) in self.dimensions.iter().zip(point) {
            let value = dimension.classes.get(usize::from(*class)).and_then(|values| values.iter().next());
            self.book.set(&mut facts, dimension.fact, value);
        }
        facts
    }

    /// What the rows pay: by the rulesets' own reading, then by the other one where both have it.
    fn met(&self, point: &[u8]) -> Vec<Met> {
        let facts = self.facts(point);
        let pays = |bet: usize, rule: &WagerRule, reading| {
            Some(rule.rows.get(self.book.row_read(bet, reading, &facts)?)?.pays())
        };
        let mut readings = vec![None];
        readings.extend(self.was.reading.filter(|_| self.was.reading == self.is.reading).map(Some));
        let of = |reading| (reading, pays(0, self.was, reading), pays(1, self.is, reading));
        readings.into_iter().map(of).collect()
    }

    fn difference(
        &self,
        (reading, was, is): Met,
        said: &[Product],
        points: &BTreeSet<Point>,
        (universe, reached): (&BTreeSet<Point>, &BTreeMap<Point, Ending>),
    ) -> Difference {
        let mut set: Vec<String> =
            said.iter().take(MOST_PRODUCTS).map(|product| self.in_words(product, universe)).collect();
        if said.len() > MOST_PRODUCTS {
            set.push(format!("{} sets more, {}", said.len() - MOST_PRODUCTS, digits(points)));
        }
        let by = if reading.is_some() { ", counted in one hand" } else { "" };
        let cards = |(player, banker, _): &Ending| player.dealt() + banker.dealt();
        let shortest = points.iter().filter_map(|point| reached.get(point)).min_by_key(|ending| cards(ending));
        let coup = shortest.and_then(|ending| self.coup(ending, was, is));
        Difference {
            path: format!("wagers.{}", self.was.bet),
            set: format!("every coup in which {}{by}", set.join(", or in which ")),
            old: words(was),
            new: words(is),
            coup,
        }
    }

    fn coup(&self, (player, banker, by_old): &Ending, was: Option<Pays>, is: Option<Pays>) -> Option<Coup> {
        let table = if *by_old { &self.old.table } else { &self.new.table };
        let cards = cards_of(
            self.book,
            table,
            [player, banker],
            self.old.decks.most_counted().max(self.new.decks.most_counted()),
        );
        if cards.is_empty() {
            return None;
        }
        let (was, is) = (was?, is?);
        let wager = stakes().into_iter().find_map(|(stake, chip)| self.paid(was, is, stake, chip));
        Some(Coup { takes: (cards.len(), cards.len()), cards, wager })
    }

    fn paid(&self, was: Pays, is: Pays, stake: i64, chip: i64) -> Option<Paid> {
        paid([(self.old, was), (self.new, is)], &self.was.bet, stake, chip)
    }

    /// A product in words, without the facts that may be anything in it.
    fn in_words(&self, product: &Product, universe: &BTreeSet<Point>) -> String {
        let mut parts = Vec::new();
        for (at, (dimension, classes)) in self.dimensions.iter().zip(product).enumerate() {
            let happens: BTreeSet<u8> = universe.iter().filter_map(|point| point.get(at).copied()).collect();
            if *classes != happens {
                let values = classes.iter().filter_map(|class| dimension.classes.get(usize::from(*class)));
                parts.push(Condition::Is(dimension.fact, values.fold(Values::NONE, |all, values| all.or(*values))));
            }
        }
        match parts.as_slice() {
            [] => "cards are dealt by the rules".to_owned(),
            _ => Condition::All(parts).in_words(),
        }
    }

    /// States of knowledge that no complete deal gives, where one ruleset knows what is due and the other does not, or
    /// something else; those that may be a coup listed already are left out.
    fn otherwise_known(&self, universe: &BTreeSet<Point>, listed: &[Product]) -> Option<Difference> {
        let unknown = |at: usize| self.dimensions.get(at).map_or(0, |dimension| dimension.classes.len());
        let may_be = |point: &[u8], listed: &Product| {
            let mut each = point.iter().zip(listed).enumerate();
            each.all(|(at, (own, values))| usize::from(*own) == unknown(at) || values.contains(own))
        };
        let mut differing: Vec<(Point, Met)> = Vec::new();
        let mut point: Point = vec![0; self.dimensions.len()];
        loop {
            if !universe.contains(&point) && !listed.iter().any(|product| may_be(&point, product)) {
                differing.extend(self.met(&point).into_iter().find(|met| !alike(*met)).map(|met| (point.clone(), met)));
            }
            // The next state, as digits are counted on.
            let mut carries = true;
            for (at, class) in point.iter_mut().enumerate() {
                if usize::from(*class) < unknown(at) {
                    *class += 1;
                    carries = false;
                    break;
                }
                *class = 0;
            }
            if carries {
                break;
            }
        }
        // The state in which the least is known says the most.
        let open =
            |point: &Point| point.iter().enumerate().filter(|(at, class)| usize::from(**class) == unknown(*at)).count();
        let (first, met) = differing.iter().max_by_key(|(point, _)| open(point))?;
        let facts: Vec<String> = self
            .dimensions
            .iter()
            .zip(first)
            .filter_map(|(dimension, class)| {
                Some(dimension.fact.in_words(*dimension.classes.get(usize::from(*class))?))
            })
            .collect();
        let facts = if facts.is_empty() { "nothing is known".to_owned() } else { facts.join(" and ") };
        let more = match differing.len() {
            1 => String::new(),
            count => format!(", and {} others of that kind, {}", count - 1, digits(&differing)),
        };
        Some(Difference {
            path: format!("wagers.{}.not_dealt", self.was.bet),
            set: format!("coups that were misdealt or stand as declared, of which all that is known is: {facts}{more}"),
            old: words(met.1),
            new: words(met.2),
            coup: None,
        })
    }
}

impl Dimension {
    /// The class of a fact; one beyond the last where it is not known.
    fn class(&self, book: &Book, facts: &Facts) -> u8 {
        let value = book.known(facts, self.fact);
        let class = value.and_then(|value| self.classes.iter().position(|values| values.has(value)));
        u8::try_from(class.unwrap_or(self.classes.len())).unwrap_or(u8::MAX)
    }
}

/// The facts that rows name, by the rulesets' own reading and by another one, each with the classes of its values.
fn dimensions(was: &WagerRule, is: &WagerRule) -> Vec<Dimension> {
    let mut named: Vec<(Fact, Vec<Values>)> = Vec::new();
    let mut see = |rows: &[BetRow]| {
        for row in rows {
            let When::Is(condition) = &row.when else { continue };
            condition.each(&mut |fact, values| match named.iter_mut().find(|(known, _)| *known == fact) {
                Some((_, sets)) => sets.push(values),
                None => named.push((fact, vec![values])),
            });
        }
    };
    for rule in [was, is] {
        let rows = rule.core().rows;
        see(&rows);
        if let Some(reading) = rule.reading {
            see(&reading.of(&rows));
        }
    }
    let classes = |fact: Fact, sets: &[Values]| {
        let mut classes: BTreeMap<Vec<bool>, Values> = BTreeMap::new();
        for value in fact.domain().iter() {
            let class = classes.entry(sets.iter().map(|set| set.has(value)).collect()).or_default();
            *class = class.or(Values::only(value));
        }
        let mut classes: Vec<Values> = classes.into_values().collect();
        classes.sort_by_key(|values| values.iter().next());
        classes
    };
    named.iter().map(|(fact, sets)| Dimension { fact: *fact, classes: classes(*fact, sets) }).collect()
}

/// Whether any stake returns the same.
fn alike((_, was, is): Met) -> bool {
    match (was, is) {
        (Some(was), Some(is)) => same_amounts(was, is),
        _ => was == is,
    }
}

fn words(pays: Option<Pays>) -> String {
    pays.map_or_else(|| "not settled".to_owned(), |pays| pays.to_string())
}

/// Stakes and smallest chips to show a difference of money by, both in minor units, the plainest first.
fn stakes() -> Vec<(i64, i64)> {
    let hundreds = (1..=20).map(|count| (count * 100, 100));
    let chips = [50, 25, 5, 1].into_iter().flat_map(|chip| (1..=40).map(move |count| (count * chip, chip)));
    hundreds.chain(chips).collect()
}

fn paid([(old, was), (new, is)]: [(&Ruleset, Pays); 2], bet: &str, stake: i64, chip: i64) -> Option<Paid> {
    let (due_old, due_new) = (old.returned(bet, was, stake, chip), new.returned(bet, is, stake, chip));
    let text = |(low, high): (i128, i128)| if low == high { low.to_string() } else { format!("{low} or {high}") };
    let by_chip = [old, new].iter().any(|ruleset| {
        let rounds = ruleset.rounding.as_ref().map(|rounding| rounding.rule.unit);
        let takes = ruleset.commission_rate(bet).and_then(|rate| rate.rounding).map(|rule| rule.unit);
        [rounds, takes].contains(&Some(RoundingUnit::Chip))
    });
    let chip = by_chip.then_some(chip);
    (due_old != due_new).then(|| Paid { bet: bet.to_owned(), stake, chip, old: text(due_old), new: text(due_new) })
}

/// A rule on money, with a smallest coup that shows its first difference, where there is one.
pub(crate) fn money(mut part: Part, old: &Ruleset, new: &Ruleset) -> Part {
    if let Some(first) = part.differences.first_mut() {
        first.set = "every win of which this rule takes, or rounds, a part".to_owned();
        first.coup = shown(old, new);
    }
    part
}

/// The first coup of the fewest cards, and the plainest stake, that the old rules and those with the money of the new ones
/// pay otherwise.
fn shown(old: &Ruleset, new: &Ruleset) -> Option<Coup> {
    for rule in &old.wagers {
        for (at, row) in rule.rows.iter().enumerate().filter(|(_, row)| row.pays().wins()) {
            let pays = row.pays();
            let paid =
                stakes().into_iter().find_map(|(stake, chip)| paid([(old, pays), (new, pays)], &rule.bet, stake, chip));
            if let Some((paid, cards)) = paid.and_then(|paid| Some((paid, first_ending(old, rule, at)?))) {
                return Some(Coup { takes: (cards.len(), cards.len()), cards, wager: Some(paid) });
            }
        }
    }
    None
}

fn first_ending(ruleset: &Ruleset, rule: &WagerRule, row: usize) -> Option<Vec<Card>> {
    let book = Book::of(&[rule.core()]).ok()?;
    let mut shortest: Option<(Hand, Hand)> = None;
    let mut left = MOST_ENDINGS;
    book.each_ending(&ruleset.table, &[], &mut |player, banker| {
        let fewer = shortest.is_none_or(|(a, b)| player.dealt() + banker.dealt() < a.dealt() + b.dealt());
        if fewer && book.row(0, &book.facts(player, banker)) == Some(row) {
            shortest = Some((*player, *banker));
        }
        left = left.saturating_sub(1);
        left > 0
    });
    let (player, banker) = shortest?;
    let cards = cards_of(&book, &ruleset.table, [&player, &banker], ruleset.decks.most_counted());
    (!cards.is_empty()).then_some(cards)
}
