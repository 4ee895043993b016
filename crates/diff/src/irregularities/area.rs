use resettle_game::{Fact, Form};
use resettle_ruleset::{IrregularityWhen, ResolvedFacts};

/// How many facts circumstances have.
const FACTS: usize = Fact::ASKED.len();

/// A set of circumstances: of each fact the values that it may have, one bit each. None of the sets is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Area([u16; FACTS]);

impl Area {
    /// Those of a row.
    pub(super) fn of(when: &IrregularityWhen) -> Self {
        Self::with(|fact, word| when.asked(fact).is_none_or(|asked| asked.contains(&word)))
    }

    fn with(has: impl Fn(Fact, &'static str) -> bool) -> Self {
        let mut out = Self([0; FACTS]);
        for (bits, fact) in out.0.iter_mut().zip(Fact::ASKED) {
            let values = fact.values().into_iter().enumerate();
            *bits = values.filter(|(_, word)| has(*fact, word)).fold(0, |bits, (at, _)| bits | 1 << at);
        }
        out
    }

    /// One circumstance, in which only those facts count that `self` or one of `others` asks for.
    pub(super) fn at(self, facts: &ResolvedFacts, others: &[Self]) -> Self {
        let point = Self::with(|fact, word| facts.word(fact) == word);
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
        let mut out = IrregularityWhen::default();
        for (bits, fact) in self.0.into_iter().zip(Fact::ASKED) {
            let all = fact.values();
            let words: Vec<&str> =
                all.iter().enumerate().filter(|(at, _)| bits & 1 << at != 0).map(|(_, word)| *word).collect();
            out.ask(*fact, (words.len() < all.len()).then_some(&words));
        }
        out
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
        let part = |fact: &Fact| {
            let mut words = when.asked(*fact)?;
            words.sort_unstable();
            Some(match (fact.form(), words.as_slice()) {
                (Form::Truth, ["true"]) => fact.name().to_owned(),
                (Form::Truth, _) => format!("not_{}", fact.name()),
                _ => format!("{}={}", fact.name(), words.join("|")),
            })
        };
        let parts: Vec<String> = Fact::ASKED.iter().filter_map(part).collect();
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

#[cfg(test)]
mod tests {
    use resettle_game::{Cause, Side};

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
        let hands = vec![None, Some(Side::Banker), Some(Side::Player)];
        let all = IrregularityWhen { hand: Some(hands), ..IrregularityWhen::default() };
        assert_eq!(Area::of(&all), always);
        let some = IrregularityWhen {
            in_time: Some(true),
            hand: Some(vec![None, Some(Side::Player)]),
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
