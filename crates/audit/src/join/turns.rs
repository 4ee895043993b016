use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use resettle_sealed_log::Moment;

use super::segments::NextShoe;
use crate::stream::VouchedRecords;

/// Which shoe comes next: logs are joined shoe by shoe. What no seal vouches for never affects what a seal vouches for.
pub(super) struct Turns {
    vouched_records: Option<Rc<VouchedRecords>>,
    /// Shoes that are finished: the sources in which each came, and in which log of the source. Shoes for which no seal
    /// vouches at all are kept separately.
    done: [BTreeMap<String, BTreeMap<usize, usize>>; 2],
    /// When the finished shoes began, according to vouched records.
    through: BTreeMap<String, Moment>,
    /// Sources for which it was reported that something is left out.
    pub(super) reported: BTreeSet<usize>,
}

/// The turn that comes next.
pub(super) struct Turn {
    pub(super) shoe: String,
    /// The source that determines it.
    pub(super) at: usize,
    /// Sources whose next shoe has to be given up first, because its turn is over or because it bars what a seal vouches for.
    pub(super) given_up: Vec<usize>,
}

impl Turns {
    pub(super) fn new(vouched_records: Option<Rc<VouchedRecords>>) -> Self {
        Self {
            vouched_records,
            done: <[BTreeMap<_, _>; 2]>::default(),
            through: BTreeMap::new(),
            reported: BTreeSet::new(),
        }
    }

    /// When vouched records first mention the shoe of an unvouched head; `None` if they do not.
    fn recorded_elsewhere(&self, head: &NextShoe) -> Option<Moment> {
        let vouched_records = self.vouched_records.as_ref().filter(|_| !head.vouched)?;
        vouched_records.shoe(head.log, &head.shoe, head.line)
    }

    /// The shoe that began first; if two began together, that of the source with the higher precedence.
    pub(super) fn next(&self, heads: &[Option<NextShoe>]) -> Option<Turn> {
        let all = || heads.iter().enumerate().filter_map(|(at, head)| Some((at, head.as_ref()?)));
        let first = |leads: &dyn Fn(&NextShoe) -> bool| {
            let leading = all().filter(|(_, head)| leads(head));
            leading.min_by_key(|(at, head)| (head.began.is_none(), head.began, *at))
        };
        let (at, head) = first(&|head| self.recorded_elsewhere(head).is_none()).or_else(|| first(&|_| true))?;
        let late = |head: &NextShoe| {
            let began = self.recorded_elsewhere(head);
            began.is_some_and(|began| self.through.get(&head.shoe).is_some_and(|through| *through >= began))
        };
        let bars = |own: usize, other: &NextShoe| {
            head.vouched
                && !other.vouched
                && !self.belongs(head, other)
                && self
                    .vouched_records
                    .as_ref()
                    .is_some_and(|vouched_records| vouched_records.own_shoe(own, &head.shoe, head.began))
        };
        let again = |other: &NextShoe, own: usize| {
            own == at && !head.vouched && self.conflict(heads, at).is_some() && !other.vouched
        };
        let given_up =
            all().filter(|(own, head)| late(head) || bars(*own, head) || again(head, *own)).map(|(own, _)| own);
        Some(Turn { shoe: head.shoe.clone(), at, given_up: given_up.collect() })
    }

    /// Whether a head is of the shoe whose turn it is.
    fn belongs(&self, lead: &NextShoe, head: &NextShoe) -> bool {
        let same = match (lead.vouched, head.vouched) {
            (true, false) => self.recorded_elsewhere(head).is_some(),
            (false, true) => self.recorded_elsewhere(lead).is_some(),
            _ => true,
        };
        head.shoe == lead.shoe && same
    }

    /// The sources that mention the shoe whose turn it is.
    pub(super) fn taking(&self, heads: &[Option<NextShoe>], at: usize) -> Vec<usize> {
        let Some(lead) = heads.get(at).and_then(Option::as_ref) else { return Vec::new() };
        let taking =
            heads.iter().enumerate().filter(|(_, head)| head.as_ref().is_some_and(|head| self.belongs(lead, head)));
        taking.map(|(at, _)| at).collect()
    }

    /// The source in which the shoe came before, if this one cannot be another shoe of that name.
    pub(super) fn conflict(&self, heads: &[Option<NextShoe>], at: usize) -> Option<usize> {
        let head = heads.get(at)?.as_ref()?;
        let [vouched, others] = &self.done;
        let before = if head.vouched { vouched } else { others }.get(&head.shoe)?;
        let anew = before.get(&at).is_some_and(|nth| *nth < head.nth);
        if anew { None } else { before.keys().next().copied() }
    }

    /// Ends a turn; says whether an earlier shoe of that name was finished.
    pub(super) fn done(&mut self, heads: &[Option<NextShoe>], at: usize, through: BTreeMap<usize, usize>) -> bool {
        let Some(head) = heads.get(at).and_then(Option::as_ref) else { return false };
        if head.vouched {
            let began = through.keys().filter_map(|at| heads.get(*at)?.as_ref()).filter(|head| head.vouched);
            let began = began.filter_map(|head| head.began).max();
            let known = self.through.get(&head.shoe).copied().max(began);
            known.into_iter().for_each(|began| {
                self.through.insert(head.shoe.clone(), began);
            });
        }
        let [vouched, others] = &mut self.done;
        let known = if head.vouched { &*others } else { &*vouched }.contains_key(&head.shoe);
        let done = if head.vouched { vouched } else { others };
        done.insert(head.shoe.clone(), through).is_some() || known
    }
}
