use std::collections::{HashMap, HashSet};

use resettle_sealed_log::Moment;

use crate::register::{Action, Incident, Notification, Payment, Prize, Register};

/// The rows of a register by what they refer to.
pub(super) struct Index<'r> {
    prizes: HashMap<(&'r str, &'r str), &'r Prize>,
    payments: HashMap<(&'r str, &'r str), Vec<&'r Payment>>,
    notifications: HashMap<(&'r str, &'r str), Vec<&'r Notification>>,
    /// By promotion and draw; the draw is none where the whole promotion is meant.
    halts: HashMap<(&'r str, Option<&'r str>), Halts<'r>>,
    /// By promotion, prize and term; the prize is none where the whole promotion is meant.
    terms: HashSet<(&'r str, Option<&'r str>, &'r str)>,
    /// When the terms of a promotion were first amended.
    amended: HashMap<&'r str, Moment>,
}

impl<'r> Index<'r> {
    pub(super) fn of(register: &'r Register) -> Self {
        let mut out = Self {
            prizes: HashMap::new(),
            payments: HashMap::new(),
            notifications: HashMap::new(),
            halts: HashMap::new(),
            terms: HashSet::new(),
            amended: HashMap::new(),
        };
        for amendment in &register.amendments {
            let at = amendment.in_force.moment();
            let first = out.amended.entry(&amendment.promotion).or_insert(at);
            *first = at.min(*first);
        }
        for prize in &register.prizes {
            out.prizes.insert((&prize.promotion, &prize.prize), prize);
        }
        for payment in &register.payments {
            out.payments.entry((&payment.promotion, &payment.draw)).or_default().push(payment);
        }
        for attempt in &register.notifications {
            out.notifications.entry((&attempt.promotion, &attempt.draw)).or_default().push(attempt);
        }
        for incident in &register.incidents {
            let Some(action) = incident.action else { continue };
            let halts = out.halts.entry((&incident.promotion, incident.draw.as_deref())).or_default();
            let from = incident.determined_at.moment();
            halts.0.push(Halt { from, incident, action, until: until(incident, action) });
        }
        out.halts.values_mut().for_each(Halts::settle);
        for term in &register.terms {
            out.terms.insert((&term.promotion, term.prize.as_deref(), &term.term));
        }
        out
    }

    pub(super) fn prize(&self, promotion: &str, prize: &str) -> Option<&'r Prize> {
        self.prizes.get(&(promotion, prize)).copied()
    }

    /// The parts of what was paid on a draw, in the order of their file.
    pub(super) fn payments<'a>(&'a self, promotion: &'a str, draw: &'a str) -> &'a [&'r Payment] {
        self.payments.get(&(promotion, draw)).map_or(&[], Vec::as_slice)
    }

    pub(super) fn notifications<'a>(&'a self, promotion: &'a str, draw: &'a str) -> &'a [&'r Notification] {
        self.notifications.get(&(promotion, draw)).map_or(&[], Vec::as_slice)
    }

    /// Whether a term is stated of the whole promotion.
    pub(super) fn states(&self, promotion: &str, term: &str) -> bool {
        self.terms.contains(&(promotion, None, term))
    }

    /// Whether it is stated of a prize, by itself or with all.
    pub(super) fn states_of(&self, prize: &Prize, term: &str) -> bool {
        self.states(&prize.promotion, term)
            || self.terms.contains(&(prize.promotion.as_str(), Some(prize.prize.as_str()), term))
    }

    /// Whether an incident had a draw, or its whole promotion, put off or cancelled by then.
    pub(super) fn put_off(&self, promotion: &str, draw: &str, by: Moment) -> bool {
        [Some(draw), None]
            .into_iter()
            .filter_map(|draw| self.halts.get(&(promotion, draw)))
            .any(|halts| halts.0.first().is_some_and(|halt| halt.from <= by))
    }

    /// Whether terms of a promotion were amended by then.
    pub(super) fn amended(&self, promotion: &str, by: Moment) -> bool {
        self.amended.get(promotion).is_some_and(|first| *first <= by)
    }

    /// The incident that forbade a draw to be held then, with what was done about it.
    pub(super) fn halted(&self, promotion: &str, draw: &str, held: Moment) -> Option<(&'r Incident, Action)> {
        let of = |draw| self.halts.get(&(promotion, draw)).and_then(|halts: &Halts<'r>| halts.at(held));
        let halt = of(Some(draw)).or_else(|| of(None))?;
        Some((halt.incident, halt.action))
    }
}

/// Until when no draw may be held: for ever where it was cancelled, or never validated.
fn until(incident: &Incident, action: Action) -> i128 {
    match (action, &incident.validated_at) {
        (Action::Postponed, Some(validated)) => validated.moment().nanos,
        _ => i128::MAX,
    }
}

/// A span in which no draw may be held: from the moment of an incident on.
#[derive(Clone, Copy)]
struct Halt<'r> {
    from: Moment,
    incident: &'r Incident,
    action: Action,
    until: i128,
}

/// Spans by their beginnings; each is replaced by the one that lasts longest of it and all before, so that one look
/// says whether any of them holds a moment.
#[derive(Default)]
struct Halts<'r>(Vec<Halt<'r>>);

impl<'r> Halts<'r> {
    fn settle(&mut self) {
        self.0.sort_by_key(|halt| halt.from);
        let mut longest: Option<Halt<'r>> = None;
        for halt in &mut self.0 {
            let from = halt.from;
            let kept = longest.filter(|longest| longest.until >= halt.until).unwrap_or(*halt);
            longest = Some(kept);
            *halt = Halt { from, ..kept };
        }
    }

    fn at(&self, moment: Moment) -> Option<Halt<'r>> {
        let begun = self.0.partition_point(|halt| halt.from <= moment);
        self.0.get(begun.checked_sub(1)?).filter(|halt| halt.until > moment.nanos).copied()
    }
}
