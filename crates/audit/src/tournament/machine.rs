use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use resettle_coup_log::{Conditions, Session, SessionEvent};
use resettle_game::{Unit, counted};
use resettle_ruleset::{InForce, Registry, Ruleset, Tournament};
use resettle_sealed_log::{Digest, Moment};

use super::desk::Desk;
use super::gather::{TournamentLog, TournamentRecord, What};
use super::join::{distinct, joined};
use super::order::in_order;
use super::play::Play;
use super::ranking::ranking;
use super::rulings::Rulings;
use super::summary::{RankSummary, TournamentSummary};
use crate::catalogue::{Code, Severity};
use crate::finding::{Finding, Place};
use crate::in_force::Elections;

/// A tournament belongs to one venue and currency.
type Name<'l> = (&'l str, &'l str, &'l str, &'l str);

/// Judges the tournaments recorded in the logs. Which of their records a seal vouches for was determined as the logs
/// were gathered.
pub(crate) fn follow(logs: Vec<TournamentLog>, registry: &Registry, named: Option<&Arc<Ruleset>>) -> Rulings {
    let mut rulings = Rulings::default();
    let (logs, parts) = joined(distinct(logs));
    let logs = logs.as_slice();
    let names: BTreeSet<Name<'_>> =
        logs.iter().flat_map(|log| log.records.iter().filter_map(|item| name(log, item))).collect();
    for of in names {
        one(logs, of, (registry, named), &mut rulings);
    }
    for (part, coup) in parts {
        rulings.alike(part, coup);
    }
    rulings
}

fn name<'l>(log: &'l TournamentLog, item: &'l TournamentRecord) -> Option<Name<'l>> {
    let open = &log.open;
    Some((&open.jurisdiction, &open.venue, &open.currency, item.tournament()?))
}

fn one(
    logs: &[TournamentLog],
    of: Name<'_>,
    (registry, named): (&Registry, Option<&Arc<Ruleset>>),
    rulings: &mut Rulings,
) {
    let is_its = |log: usize, item: &TournamentRecord| logs.get(log).and_then(|log| name(log, item)) == Some(of);
    let mentions_it: Vec<bool> =
        logs.iter().enumerate().map(|(at, log)| log.records.iter().any(|item| is_its(at, item))).collect();
    let any_vouched =
        logs.iter().enumerate().any(|(at, log)| log.records.iter().any(|item| item.vouched && is_its(at, item)));
    if any_vouched {
        for (at, log) in logs.iter().enumerate() {
            if let Some(first) = log.records.iter().find(|item| !item.vouched && is_its(at, item)) {
                let message = format!("records of tournament {} that no seal vouches for are not used", of.3);
                report(rulings, first.sha256, Finding::new(Code::Unvouched, &Place::default(), message));
            }
        }
    }
    // A coup outside a tournament counts if a session runs.
    let wanted = |at: usize, item: &TournamentRecord| {
        (is_its(at, item) || (mentions_it.get(at) == Some(&true) && item.tournament().is_none()))
            && (item.vouched || !any_vouched)
    };
    let records = in_order(logs, wanted);
    let session = |item: &TournamentRecord| matches!(&item.what, What::Session(_));
    let starts = |item: &TournamentRecord| matches!(&item.what, What::Session(own) if matches!(own.event, SessionEvent::Start(_)));
    let all = records.iter().filter(|(_, item)| item.tournament().is_some());
    let Some((first_log, first)) = all.clone().find(|(_, item)| starts(item)).or_else(|| all.clone().next()) else {
        return;
    };
    let Some(open) = logs.get(*first_log).map(|log| &log.open) else { return };
    let found = match named {
        Some(named) => Some(InForce { ruleset: Arc::clone(named), uncertain: None }),
        None => registry.in_force(&open.jurisdiction, &open.venue, &open.game, first.at.moment().nanos),
    };
    let Some(InForce { ruleset, uncertain }) = found else { return };
    // If a required choice is missing, the replay reports that at every coup.
    let elections = elections(logs, &mentions_it, *first_log);
    let Ok(ruleset) = ruleset.under(&elections.at(first.at.moment())) else { return };
    let uncertain: Option<Arc<str>> = uncertain.map(|why| Arc::from(why.as_str()));
    for (_, item) in records.iter().filter(|(_, item)| item.tournament().is_some()) {
        rulings.at(item.sha256).ruleset = Some((Arc::clone(&ruleset), uncertain.clone()));
    }
    let Some(rules) = &ruleset.tournament else {
        without_rules(&records, &ruleset.id, rulings);
        return;
    };
    let published = records.iter().find_map(|(_, item)| match &item.what {
        What::Session(session) => match &session.event {
            SessionEvent::Conditions { conditions, .. } => Some(conditions.as_ref().clone()),
            _ => None,
        },
        _ => None,
    });
    let mut machine = Machine {
        ruleset: &ruleset,
        rules,
        unit: Unit::Currency(of.2),
        known: published.is_some(),
        conditions: published.unwrap_or_default(),
        rulings,
        desk: Desk::default(),
        plays: BTreeMap::new(),
        running: BTreeMap::new(),
        started: None,
        tables: logs.iter().map(|log| log.open.table.clone()).collect(),
        logs: logs.iter().map(|log| log.open.log.clone()).collect(),
        order: Vec::new(),
        held_at: BTreeMap::new(),
    };
    if !machine.known
        && let Some((_, item)) = records.iter().find(|(_, item)| session(item))
    {
        machine.report(
            item.sha256,
            Code::TournamentNoConditions,
            "no-conditions",
            "no conditions of the tournament are among the logs: what hangs on them is not judged".to_owned(),
            |finding| finding.compared("published conditions", "none"),
        );
    }
    for (log, item) in &records {
        machine.record(*log, item);
    }
    let complete = logs.iter().zip(&mentions_it).all(|(log, mentions_it)| !mentions_it || log.finally_sealed);
    machine.finish(complete);
    let summary = machine.summary(of);
    rulings.add_summary(summary);
}

/// What is chosen of the options; the choices in the log of the first start go first.
fn elections(logs: &[TournamentLog], mentions_it: &[bool], first: usize) -> Elections {
    let mut elections = Elections::default();
    for (at, log) in logs.iter().enumerate().filter(|(at, _)| mentions_it.get(*at) == Some(&true)) {
        for (moment, elected) in &log.elected {
            elections.put(*moment, elected.clone(), u8::from(at != first));
        }
    }
    elections
}

pub(super) fn report(rulings: &mut Rulings, record: Digest, finding: Finding) {
    rulings.at(record).findings.push(finding);
}

/// Follows one tournament.
pub(super) struct Machine<'m> {
    pub(super) ruleset: &'m Ruleset,
    pub(super) rules: &'m Tournament,
    /// In what its fees and prizes are paid.
    pub(super) unit: Unit<'m>,
    /// Whether conditions are among the logs.
    pub(super) known: bool,
    pub(super) conditions: Conditions,
    pub(super) rulings: &'m mut Rulings,
    pub(super) desk: Desk,
    pub(super) plays: BTreeMap<String, Play>,
    /// Which session runs in which log.
    pub(super) running: BTreeMap<usize, String>,
    /// When the first session of the tournament began.
    pub(super) started: Option<Moment>,
    /// The table of each log.
    pub(super) tables: Vec<String>,
    /// The id of each log.
    pub(super) logs: Vec<String>,
    /// The sessions in the order of their starts.
    pub(super) order: Vec<String>,
    /// At which tables sessions of a round started, play-offs left out.
    pub(super) held_at: BTreeMap<i64, BTreeSet<String>>,
}

impl Machine<'_> {
    /// Reports a finding of a check that the ruleset names; a check that it does not name reports nothing.
    pub(super) fn report(
        &mut self,
        record: Digest,
        code: Code,
        check: &str,
        message: String,
        fill: impl FnOnce(Finding) -> Finding,
    ) {
        let Some(clause) = self.rules.check(check) else { return };
        let clause = self.ruleset.cite(clause);
        let finding = Finding::new(code, &Place::default(), message).clause(Some(clause));
        report(self.rulings, record, fill(finding));
    }

    /// A record that names a session or a player unknown at its place.
    pub(super) fn malformed(&mut self, record: Digest, what: String) {
        report(self.rulings, record, Finding::new(Code::MalformedRecord, &Place::default(), what));
    }

    fn record(&mut self, log: usize, item: &TournamentRecord) {
        match &item.what {
            What::Session(session) => self.session(log, item, session),
            What::Coup(coup) => self.coup(log, item, coup),
            What::Part(_) => {}
            What::Other(..) => {
                if let Some(session) = self.running.get(&log) {
                    let message =
                        format!("a coup of no tournament was dealt while session {session} runs at the table");
                    self.report(item.sha256, Code::TournamentNotExclusive, "not-exclusive", message, |finding| {
                        finding.compared("a coup of the tournament", "an ordinary coup")
                    });
                }
            }
        }
    }

    fn session(&mut self, log: usize, item: &TournamentRecord, session: &Session) {
        match &session.event {
            SessionEvent::Conditions { conditions, .. } => self.conditions(item, conditions),
            SessionEvent::Entry(entry) => self.entry(item, entry),
            SessionEvent::Refund(refund) => self.refund(item, refund),
            SessionEvent::Cancelled { .. } => self.desk.cancelled = self.desk.cancelled.or(Some(item.sha256)),
            SessionEvent::Schedule(schedule) => self.schedule(item, schedule),
            SessionEvent::Prize(prize) => self.desk.prize(item.sha256, prize),
            SessionEvent::Start(start) => self.start(log, item, start),
            SessionEvent::Result { session, placings } => self.result(log, item, session, placings),
            SessionEvent::Unknown(_) => {}
            other => self.at_table(log, item, other),
        }
    }

    /// The tournament as it is reported to people.
    fn summary(&mut self, (jurisdiction, venue, currency, tournament): Name<'_>) -> TournamentSummary {
        let (withdrawn, refused) = self.desk.put_out();
        let unplayed = self.unplayed();
        let rounds = self.rounds();
        let mut sessions = Vec::new();
        for key in &self.order {
            let ranks = ranking(&self.plays, key).filter(|_| self.known);
            let Some(play) = self.plays.get_mut(key) else { continue };
            let mut summary = play.summary.clone();
            summary.declared = play.results.last().cloned();
            let summary_of = |rank: super::ranking::Rank| RankSummary { players: rank.players, tie: rank.tie };
            summary.computed =
                ranks.filter(|_| play.ended.is_some()).map(|ranks| ranks.into_iter().map(summary_of).collect());
            sessions.push(summary);
        }
        TournamentSummary {
            tournament: tournament.to_owned(),
            jurisdiction: jurisdiction.to_owned(),
            venue: venue.to_owned(),
            currency: currency.to_owned(),
            ruleset: Some(self.ruleset.id.clone()),
            conditions: self.known,
            entrants: self.desk.entries.len() - withdrawn - refused,
            withdrawn,
            refused,
            cancelled: self.desk.cancelled.is_some(),
            prizes: self.desk.prizes_given.iter().map(|(_, prize)| prize.clone()).collect(),
            fees: self.desk.kept(),
            unplayed,
            rounds,
            sessions,
        }
    }

    fn finish(&mut self, complete: bool) {
        self.settle_desk();
        self.unresolved();
        self.prizes(complete);
        if !complete {
            return;
        }
        self.not_played();
        self.rounds_not_played();
        let without: Vec<(Digest, String)> = self
            .plays
            .iter()
            .filter(|(_, play)| play.results.is_empty() && !play.is_play_off())
            .map(|(key, play)| (play.ended.unwrap_or(play.start), key.clone()))
            .collect();
        for (record, key) in without {
            let message = format!("the logs hold no result of session {key}, though no log is missing or cut short");
            self.report(record, Code::TournamentNoResult, "no-result", message, |finding| {
                finding.compared("a result", "none")
            });
        }
    }
}

/// Once a log. Its coups are of a tournament by their own word alone, and none of their stakes stands in a sum of money: that
/// is no note.
fn without_rules(records: &[(usize, &TournamentRecord)], id: &str, rulings: &mut Rulings) {
    let mut logs: BTreeMap<usize, (Digest, u64, i128)> = BTreeMap::new();
    for (log, item) in records.iter().filter(|(_, item)| item.tournament().is_some()) {
        let (_, coups, staked) = logs.entry(*log).or_insert((item.sha256, 0, 0));
        if let What::Coup(coup) = &item.what {
            *coups += 1;
            *staked += coup.wagers.iter().flatten().map(|wager| i128::from(wager.stake)).sum::<i128>();
        }
    }
    for (record, coups, staked) in logs.into_values() {
        let mut message = format!("{id} holds no rules of tournament play: the play of it in this log is not judged");
        if coups > 0 {
            message += &format!(
                "; {} with stakes of {staked} chips stand{} in no sum of money, and only the log says that no money was played for",
                counted(coups, "coup"),
                if coups == 1 { "s" } else { "" },
            );
        }
        let finding = Finding::new(Code::TournamentNoRules, &Place::default(), message);
        let finding = if coups > 0 { finding.severity(Severity::Major) } else { finding };
        report(rulings, record, finding);
    }
}
