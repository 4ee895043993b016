use resettle_ruleset::{IrregularityWhen, ResolvedFacts};
use resettle_words::{Affects, Cause, DealtFault, HandName, Stage};

/// How many facts circumstances have.
const FACTS: usize = 16;

/// A set of circumstances: of each fact the values that it may have, one bit each. None of the sets is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Area([u16; FACTS]);

impl Area {
    /// Those of a row.
    pub(super) fn of(when: &IrregularityWhen) -> Self {
        let truth = |wanted: Option<bool>| wanted.map_or(0b11, |value| if value { 0b10 } else { 0b01 });
        Self([
            truth(when.reconstructed),
            truth(when.order_known),
            truth(when.in_time),
            truth(when.outcome_established),
            truth(when.cards_damaged),
            truth(when.disadvantage),
            truth(when.replacement_available),
            truth(when.practicable),
            truth(when.outcome_affected),
            truth(when.initial_deal),
            truth(when.completed),
            bits(when.hand.as_ref(), &or_unstated(HandName::ALL)),
            bits(when.dealt.as_ref(), &or_unstated(DealtFault::ALL)),
            bits(when.stage.as_ref(), &or_unstated(Stage::ALL)),
            bits(when.affects.as_ref(), &stated(Affects::ALL)),
            bits(when.cause.as_ref(), &or_unstated(Cause::ALL)),
        ])
    }

    /// One circumstance, in which only those facts count that `self` or one of `others` asks for.
    pub(super) fn at(self, facts: &ResolvedFacts, others: &[Self]) -> Self {
        let point = Self::of(&IrregularityWhen {
            reconstructed: Some(facts.reconstructed),
            order_known: Some(facts.order_known),
            in_time: Some(facts.in_time),
            outcome_established: Some(facts.outcome_established),
            cards_damaged: Some(facts.cards_damaged),
            disadvantage: Some(facts.disadvantage),
            replacement_available: Some(facts.replacement_available),
            practicable: Some(facts.practicable),
            outcome_affected: Some(facts.outcome_affected),
            initial_deal: Some(facts.initial_deal),
            completed: Some(facts.completed),
            hand: Some(vec![facts.hand]),
            dealt: Some(vec![facts.dealt]),
            stage: Some(vec![facts.stage]),
            affects: Some(vec![Some(facts.affects)]),
            cause: Some(vec![facts.cause]),
        });
        let Self(all) = Self::of(&IrregularityWhen::default());
        let mut out = point;
        for (at, (value, all)) in out.0.iter_mut().zip(all).enumerate() {
            let asks = |area: &Self| area.0.get(at).is_some_and(|values| *values != all);
            if !asks(&self) && !others.iter().any(asks) {
                *value = all;
            }
        }
        out
    }

    /// The circumstances as a row has them. The same set is the same row, however it was written.
    pub(super) fn when(self) -> IrregularityWhen {
        let [a, b, c, d, e, f, g, h, i, j, k, hand, dealt, stage, affects, cause] = self.0;
        let truth = |bits: u16| match bits {
            0b10 => Some(true),
            0b01 => Some(false),
            _ => None,
        };
        IrregularityWhen {
            reconstructed: truth(a),
            order_known: truth(b),
            in_time: truth(c),
            outcome_established: truth(d),
            cards_damaged: truth(e),
            disadvantage: truth(f),
            replacement_available: truth(g),
            practicable: truth(h),
            outcome_affected: truth(i),
            initial_deal: truth(j),
            completed: truth(k),
            hand: words(hand, &or_unstated(HandName::ALL)),
            dealt: words(dealt, &or_unstated(DealtFault::ALL)),
            stage: words(stage, &or_unstated(Stage::ALL)),
            affects: words(affects, &stated(Affects::ALL)),
            cause: words(cause, &or_unstated(Cause::ALL)),
        }
    }

    /// What two sets have in common; none where they have nothing.
    pub(super) fn and(self, other: Self) -> Option<Self> {
        let mut out = self;
        for (values, others) in out.0.iter_mut().zip(other.0) {
            *values &= others;
        }
        out.0.iter().all(|values| *values != 0).then_some(out)
    }

    /// What is left of a set without others: a set, and what of that set does not belong to it.
    pub(super) fn without(mut self, others: impl Iterator<Item = Self>) -> (Self, Vec<Self>) {
        let mut out: Vec<Self> = others.filter_map(|other| self.and(other)).collect();
        out.sort_unstable();
        merge(&mut out);
        // Where only one fact distinguishes them, that fact has fewer values.
        while let Some((at, gone)) = out.iter().find_map(|other| self.only_fact(other)) {
            if let Some(values) = self.0.get_mut(at) {
                *values &= !gone;
            }
            out = out.into_iter().filter_map(|other| self.and(other)).collect();
        }
        out.sort_unstable();
        out.dedup();
        (self, out)
    }

    /// The one fact of which a set within this one has fewer values, and those.
    fn only_fact(&self, inner: &Self) -> Option<(usize, u16)> {
        let mut narrower = self.0.iter().zip(inner.0).enumerate().filter(|(_, (own, inner))| **own != *inner);
        match (narrower.next(), narrower.next()) {
            (Some((at, (_, inner))), None) => Some((at, inner)),
            _ => None,
        }
    }

    /// A set within another, without the facts in which the two are the same.
    pub(super) fn within(self, outer: Self) -> Self {
        let Self(all) = Self::of(&IrregularityWhen::default());
        let mut out = self;
        for ((values, outer), all) in out.0.iter_mut().zip(outer.0).zip(all) {
            if *values == outer {
                *values = all;
            }
        }
        out
    }

    /// The set as a piece of a path: the same for the same circumstances, in every version.
    pub(super) fn name(self) -> String {
        let when = self.when();
        let truths = [
            (when.reconstructed, "reconstructed"),
            (when.order_known, "order_known"),
            (when.in_time, "in_time"),
            (when.outcome_established, "outcome_established"),
            (when.cards_damaged, "cards_damaged"),
            (when.disadvantage, "disadvantage"),
            (when.replacement_available, "replacement_available"),
            (when.practicable, "practicable"),
            (when.outcome_affected, "outcome_affected"),
            (when.initial_deal, "initial_deal"),
            (when.completed, "completed"),
        ];
        let mut parts: Vec<String> = Vec::new();
        for (fact, word) in truths {
            if let Some(fact) = fact {
                parts.push(if fact { word.to_owned() } else { format!("not_{word}") });
            }
        }
        let lists = [
            (named(when.hand.as_ref(), HandName::word), "hand"),
            (named(when.dealt.as_ref(), DealtFault::word), "dealt"),
            (named(when.stage.as_ref(), Stage::word), "stage"),
            (named(when.affects.as_ref(), Affects::word), "affects"),
            (named(when.cause.as_ref(), Cause::word), "cause"),
        ];
        for (words, fact) in lists {
            if let Some(words) = words {
                parts.push(format!("{fact}={}", words.join("|")));
            }
        }
        if parts.is_empty() { "always".to_owned() } else { parts.join("+") }
    }
}

/// Sets that differ in one fact alone are one set.
fn merge(sets: &mut Vec<Area>) {
    let joined = |a: &Area, b: &Area| {
        let (at, values) = a.only_fact(b)?;
        let mut both = *a;
        *both.0.get_mut(at)? |= values;
        Some(both)
    };
    let pair = |sets: &[Area]| {
        let pairs = (0..sets.len()).flat_map(|a| (a + 1..sets.len()).map(move |b| (a, b)));
        pairs.into_iter().find_map(|(a, b)| Some((a, b, joined(sets.get(a)?, sets.get(b)?)?)))
    };
    while let Some((a, b, both)) = pair(sets) {
        sets.remove(b);
        sets.remove(a);
        sets.push(both);
        sets.sort_unstable();
    }
}

fn or_unstated<T: Copy>(all: &[(&str, T)]) -> Vec<Option<T>> {
    all.iter().map(|(_, value)| Some(*value)).chain([None]).collect()
}

fn stated<T: Copy>(all: &[(&str, T)]) -> Vec<Option<T>> {
    all.iter().map(|(_, value)| Some(*value)).collect()
}

fn bits<T: PartialEq>(wanted: Option<&Vec<Option<T>>>, all: &[Option<T>]) -> u16 {
    let has = |value: &Option<T>| wanted.is_none_or(|wanted| wanted.contains(value));
    all.iter().enumerate().filter(|(_, value)| has(value)).fold(0, |bits, (at, _)| bits | 1 << at)
}

/// The values of some bits; none for all of them.
fn words<T: Copy>(bits: u16, all: &[Option<T>]) -> Option<Vec<Option<T>>> {
    let list: Vec<Option<T>> =
        all.iter().enumerate().filter(|(at, _)| bits & 1 << at != 0).map(|(_, value)| *value).collect();
    (list.len() < all.len()).then_some(list)
}

fn named<T: Copy>(list: Option<&Vec<Option<T>>>, word: impl Fn(T) -> &'static str) -> Option<Vec<&'static str>> {
    let mut words: Vec<&str> = list?.iter().map(|item| item.map_or("unstated", &word)).collect();
    words.sort_unstable();
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn causes(list: &[Cause]) -> Area {
        let cause = Some(list.iter().map(|cause| Some(*cause)).collect());
        Area::of(&IrregularityWhen { cause, ..IrregularityWhen::default() })
    }

    fn in_time(value: bool) -> Area {
        Area::of(&IrregularityWhen { in_time: Some(value), ..IrregularityWhen::default() })
    }

    #[test]
    fn names_do_not_depend_on_how_a_set_is_written() {
        let always = Area::of(&IrregularityWhen::default());
        assert_eq!((always.name(), always.when()), ("always".to_owned(), IrregularityWhen::default()));
        let hands = vec![None, Some(HandName::Banker), Some(HandName::Player)];
        let all = IrregularityWhen { hand: Some(hands), ..IrregularityWhen::default() };
        assert_eq!(Area::of(&all), always);
        let some = IrregularityWhen {
            in_time: Some(true),
            hand: Some(vec![None, Some(HandName::Player)]),
            ..IrregularityWhen::default()
        };
        assert_eq!(Area::of(&some).name(), "in_time+hand=player|unstated");
        let both = in_time(true).and(causes(&[Cause::Riot, Cause::Fire]));
        assert_eq!(both.map(Area::name).as_deref(), Some("in_time+cause=fire|riot"));
        assert_eq!(in_time(true).and(in_time(false)), None);
    }

    #[test]
    fn what_is_left_of_a_set_is_described_exactly() {
        let always = Area::of(&IrregularityWhen::default());
        // A clause narrowed to what is noticed in time.
        assert_eq!(always.without([in_time(true)].into_iter()), (in_time(false), vec![]));
        // A cause added.
        let (old, new) = (causes(&[Cause::Fire, Cause::Riot]), causes(&[Cause::Fire, Cause::Riot, Cause::Brawl]));
        assert_eq!(new.without([old].into_iter()), (causes(&[Cause::Brawl]), vec![]));
        // Two facts distinguish: no single row says it.
        let late_riot = in_time(false).and(causes(&[Cause::Riot]));
        let (rest, but) = always.without(late_riot.into_iter());
        assert_eq!((rest, but.as_slice()), (always, late_riot.as_slice()));
        // Within what is late, one fact distinguishes.
        let (rest, but) = in_time(false).without(late_riot.into_iter());
        assert!(but.is_empty() && rest.when().in_time == Some(false));
        assert_eq!(rest.and(causes(&[Cause::Riot])), None);
        assert_eq!(late_riot.map(|area| area.within(in_time(false))), Some(causes(&[Cause::Riot])));
        // Two rows that one fact distinguishes are left out as one.
        let late_fire = in_time(false).and(causes(&[Cause::Fire]));
        let (_, but) = always.without(late_riot.into_iter().chain(late_fire));
        assert_eq!(but.iter().map(|area| area.name()).collect::<Vec<_>>(), ["not_in_time+cause=fire|riot"]);
    }
}
