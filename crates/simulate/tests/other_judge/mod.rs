//! The other judge reads a log, by the reference settler alone: what it finds of claims, decisions, clocks, refusals and
//! replaced cards.

use std::collections::BTreeSet;

use resettle_reference::{
    Announced, Authority, Bet, Card, Cause, Claim, CloseMoment, Consequence, Count, CoupTimes, Dealing, Decision,
    Device, Face, Facts, Hits, Kind, Laid, Logged, Refusal, Rules, Side, Stage, Stamp, Winner, all_read, clocks_differ,
    deal, due, first_cards, found_too_late, judge_decisions, keeps_the_cards, noticed_in_time, order_was_free,
    readable, readable_misdealt, refusal, refuted, rule_on, same_cards, settle_as_declared, shows_a_misdeal,
    shows_a_reconstruction, within_reach,
};
use serde_json::Value;

/// What is compared; other codes are other tests' matter.
pub const CODES: [&str; 12] = [
    "claim/refuted",
    "claim/unsupported",
    "void/undeclared",
    "void/groundless",
    "void/discretionary",
    "procedure/ruling",
    "procedure/authority-missing",
    "procedure/clock",
    "result/misdeclared",
    "deal/replaced-cards",
    "deal/foreign-card",
    "wager/refused",
];

/// A finding: shoe, coup, code and its money where the other judge computes it.
pub type Found = (String, u64, &'static str, Option<i64>);

const ROLES: [Authority; 6] = [
    Authority::Dealer,
    Authority::GamingSupervisor,
    Authority::CasinoSupervisor,
    Authority::AssistantGamingManager,
    Authority::GamingManager,
    Authority::GamingShiftManager,
];

pub fn records(log: &str) -> Vec<Value> {
    log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Judges every coup of a log that is bound by these rules throughout.
pub fn judge(rules: Rules, log: &[Value]) -> BTreeSet<Found> {
    let places: Vec<usize> = (0..log.len()).filter(|at| log[*at]["type"] == "coup").collect();
    let mut found = BTreeSet::new();
    for (nth, at) in places.iter().enumerate() {
        let coup = &log[*at];
        let before = nth.checked_sub(1).map(|nth| places[nth]);
        let reader = |late| Reader { rules, log, at: *at, before, late };
        let without = reader(false).judge();
        let known_late = reader(true).reported_claims().len() > reader(false).reported_claims().len();
        let found_of_coup = if known_late { weighed(without, reader(true).judge()) } else { without };
        let (shoe, number) = (coup["shoe"].as_str().unwrap_or("").to_owned(), coup["coup"].as_u64().unwrap_or(0));
        for (code, money) in found_of_coup {
            found.insert((shoe.clone(), number, code, money));
        }
    }
    found
}

/// What incidents that were written after the shoe's next coup cause counts; what they alone excuse rests on their word.
fn weighed(mut without: Vec<OfCoup>, with: Vec<OfCoup>) -> Vec<OfCoup> {
    let mut found = Vec::new();
    let mut caused = Vec::new();
    for one in with {
        match without.iter().position(|other| other.0 == one.0) {
            Some(at) => {
                without.remove(at);
                found.push(one);
            }
            None => caused.push(one),
        }
    }
    if caused.iter().any(|(code, _)| matches!(*code, "void/undeclared" | "void/groundless")) {
        without.retain(|(code, _)| code.starts_with("procedure/"));
    }
    if !without.is_empty() {
        caused.retain(|(code, _)| *code != "claim/unsupported");
        let money: Vec<i64> = without.iter().filter_map(|(_, money)| *money).collect();
        caused.push(("claim/unsupported", (!money.is_empty()).then(|| money.iter().sum())));
    }
    found.extend(caused);
    found
}

/// A finding of one coup: its code, and its money where the other judge computes it.
type OfCoup = (&'static str, Option<i64>);

struct Reader<'l> {
    rules: Rules,
    log: &'l [Value],
    at: usize,
    before: Option<usize>,
    /// Whether incidents that were written after the shoe's next coup are known.
    late: bool,
}

impl Reader<'_> {
    fn coup(&self) -> &Value {
        &self.log[self.at]
    }

    fn same_shoe(&self, record: &Value) -> bool {
        record["shoe"] == self.coup()["shoe"]
    }

    fn judge(&self) -> Vec<OfCoup> {
        let mut found = Vec::new();
        let coup = self.coup();
        let logged = self.logged();
        let pairs = self.claims(&logged).into_iter().zip(self.reported_claims());
        let (left, refuted): (Vec<_>, Vec<_>) = pairs.partition(|(claim, _)| !refuted(&logged, claim));
        let (claims, stories): (Vec<Claim>, Vec<&Value>) = left.into_iter().unzip();
        if !refuted.is_empty() {
            found.push(("claim/refuted", None));
        }
        let mut asked = claims.clone();
        let faces = logged.cards.clone().unwrap_or_default();
        let foreign = faces.contains(&Face::Foreign);
        let declared_foreign = claims.iter().find(|claim| claim.facts.kind == Kind::ForeignCard);
        if foreign && declared_foreign.is_none() {
            asked.push(silent_foreign(&logged, self.stamp(&coup["at"])));
        }
        let verdict = judge_decisions(&logged, &asked);
        let balance = || -> i64 { wagers(coup).map(|wager| net(wager) - wager["stake"].as_i64().unwrap()).sum() };
        if verdict.undeclared {
            found.push(("void/undeclared", Some(balance())));
        }
        let mut tell = |is: bool, code: &'static str| {
            if is {
                found.push((code, None));
            }
        };
        tell(verdict.groundless, "void/groundless");
        tell(verdict.discretionary, "void/discretionary");
        tell(verdict.ruling || self.device_ruled_otherwise(&logged, &claims, &stories), "procedure/ruling");
        tell(
            verdict.authority || self.device_without_decider(&logged, &claims, &stories),
            "procedure/authority-missing",
        );
        let reported = self.reported(&logged, &stories);
        // an incident has its own time of writing
        let incidents = stories.iter().copied().filter(|reported| reported["at"].is_string());
        let of_incident = |incident: &Value| CoupTimes {
            at: self.stamp(&incident["at"]),
            times: Vec::new(),
            noticed: [&incident["noticed"], &incident["notified_at"]]
                .into_iter()
                .filter_map(|time| self.time(time))
                .collect(),
            ..reported.clone()
        };
        let clock = clocks_differ(&reported) || incidents.map(of_incident).any(|reported| clocks_differ(&reported));
        tell(clock, "procedure/clock");
        tell(self.replaced(), "deal/replaced-cards");
        let foreign_voids =
            declared_foreign.is_none_or(|claim| !found_too_late(&logged, claim)) || logged.void || verdict.undeclared;
        tell(foreign && !foreign_voids, "deal/foreign-card");
        if logged.void || verdict.undeclared || coup["cards"].is_null() {
            return found;
        }
        let announced = announced(&coup["declared"]);
        let keeps = keeps_the_cards(&logged, &claims);
        let basis = match &logged.reconstructed_cards {
            Some(cards) if keeps => cards.clone(),
            _ => faces.clone(),
        };
        let stands = claims.iter().any(|claim| self.stands(claim));
        let Some(cards) = all_read(&basis) else {
            let seen: Vec<Option<Card>> =
                basis.iter().map(|face| if let Face::Is(card) = face { Some(*card) } else { None }).collect();
            let to = logged.to.as_deref().filter(|_| keeps || logged.reconstructed_cards.is_none());
            let possible = if stands {
                readable_misdealt(self.rules, &seen, to, &announced)
            } else {
                readable(self.rules, &seen, &announced)
            };
            if !possible {
                found.push(("result/misdeclared", None));
                let from = found.len();
                self.refused(&claims, &stories, &mut found, net);
                // nothing is judged, so that nobody knows what it moved
                found.iter_mut().skip(from).for_each(|(_, money)| *money = None);
            } else {
                self.refused(&claims, &stories, &mut found, |wager| self.left_as_declared(wager, &announced));
            }
            return found;
        };
        let to = logged.to.as_deref().filter(|_| keeps || logged.reconstructed_cards.is_none());
        let ruled = match deal(self.rules, &cards) {
            Dealing::Complete(round)
                if to.is_none_or(|to| Some(to) == resettle_reference::sent(self.rules, &cards).as_deref()) =>
            {
                Some(round)
            }
            _ => None,
        };
        let explained = keeps && to.is_none() && claims.iter().any(|claim| claim.facts.reconstructed);
        let declared_right = match &ruled {
            Some(round) if !stands => fits(&announced, &Announced::of(round)),
            None if explained && !stands => {
                fits(&announced, &Announced::of(&resettle_reference::ruled(self.rules, &cards)))
            }
            _ => within_reach(self.rules, &cards, to, &announced),
        };
        if !declared_right {
            found.push(("result/misdeclared", None));
        }
        let mut unsupported = None;
        if let (true, true, Some(round)) = (stands && !shows_a_misdeal(&logged), declared_right, &ruled) {
            unsupported = self.moved(|wager| self.due(wager, round), |wager| self.due_as_declared(wager, &announced));
        }
        if keeps
            && logged.reconstructed_cards.is_some()
            && order_was_free(&claims)
            && let (Some(drawn), Some(round)) = (logged.read(), &ruled)
            && let Dealing::Complete(as_drawn) = deal(self.rules, &drawn)
        {
            unsupported = self.moved(|wager| self.due(wager, &as_drawn), |wager| self.due(wager, round));
        }
        let reconstructed = claims.iter().any(|claim| claim.facts.reconstructed);
        if let (true, false, Some(round)) = (reconstructed, shows_a_reconstruction(&logged), &ruled) {
            let removed: Vec<&Value> = wagers(coup).filter(|wager| wager["removed"] == "reconstruction").collect();
            if self.rules == Rules::StarSevenUp2016 && !removed.is_empty() {
                let moved = removed.iter().map(|wager| net(wager) - self.settled(wager, round)).sum();
                unsupported = Some(moved);
            }
        }
        if unsupported.is_some() {
            found.push(("claim/unsupported", unsupported));
        }
        let by_rule = resettle_reference::ruled(self.rules, &cards);
        match &ruled {
            Some(round) if !(stands && declared_right) => {
                self.refused(&claims, &stories, &mut found, |wager| self.settled(wager, round));
            }
            None if explained && !stands => {
                self.refused(&claims, &stories, &mut found, |wager| self.settled(wager, &by_rule));
            }
            _ if declared_right => {
                self.refused(&claims, &stories, &mut found, |wager| self.left_as_declared(wager, &announced));
            }
            _ => self.refused(&claims, &stories, &mut found, |wager| self.settled(wager, &by_rule)),
        }
        found
    }

    /// Wagers refused in time without ground, with what would have been due on each less its stake.
    fn refused(
        &self,
        claims: &[Claim],
        stories: &[&Value],
        found: &mut Vec<(&'static str, Option<i64>)>,
        due: impl Fn(&Value) -> i64,
    ) {
        for wager in wagers(self.coup()).filter(|wager| wager["accepted"] == false && !self.late(wager)) {
            let terminal = claims.iter().zip(stories).any(|(claim, reported)| {
                claim.facts.hits == Hits::Terminals
                    && reported["terminals"].as_array().is_some_and(|all| all.contains(&wager["terminal"]))
            });
            if refusal(self.rules, terminal, role(&wager["by"])) != Refusal::Grounded {
                found.push(("wager/refused", Some(net(wager) - due(wager))));
            }
        }
    }

    /// What would be due on a wager left where it was, as the coup was declared.
    fn left_as_declared(&self, wager: &Value, reported: &Announced) -> i64 {
        let mut left = wager.clone();
        left["accepted"] = Value::Bool(true);
        self.due_as_declared(&left, reported)
    }

    /// Whether it is a misdeal that stands, given that the coup is not void.
    fn stands(&self, claim: &Claim) -> bool {
        let misdeal = match claim.facts.kind {
            Kind::WrongCardCount | Kind::DealtOutOfOrder => true,
            Kind::CardsDrawnTogether => !claim.facts.order_known,
            // at the Star its card goes somewhere else
            Kind::UnauthorisedDraw => self.rules.is_mbs(),
            _ => false,
        };
        misdeal && !claim.facts.reconstructed
    }

    /// All returned less all due by the cards, over the wagers whose due differs; none where nothing moved.
    fn moved(&self, by_cards: impl Fn(&Value) -> i64, otherwise: impl Fn(&Value) -> i64) -> Option<i64> {
        let mut money = 0;
        let mut differs = false;
        for wager in wagers(self.coup()) {
            let (right, other) = (by_cards(wager), otherwise(wager));
            if right != other && net(wager) != right {
                differs = true;
                money += net(wager) - right;
            }
        }
        differs.then_some(money)
    }

    fn close(&self) -> Option<Stamp> {
        let times = &self.coup()["times"];
        match CloseMoment::of(self.rules) {
            CloseMoment::Closed => self.time(&times["closed"]),
            CloseMoment::FirstCard => self.time(&times["first_card"]),
        }
    }

    fn late(&self, wager: &Value) -> bool {
        match (self.time(&wager["placed"]), self.close()) {
            (Some(placed), Some(close)) => placed.nanos > close.nanos,
            _ => false,
        }
    }

    fn laid(&self, wager: &Value) -> Laid {
        let bet = Bet::read(wager["bet"].as_str().unwrap()).unwrap_or(Bet::Tie);
        let mut laid = Laid::of(bet, wager["stake"].as_i64().unwrap());
        laid.placed = self.time(&wager["placed"]).map(|time| time.nanos);
        laid.withdrawn = self.time(&wager["withdrawn"]).map(|time| time.nanos);
        laid.accepted = wager["accepted"] != false;
        laid
    }

    fn chip(&self) -> Option<i64> {
        self.log[..self.at].iter().rev().find_map(|record| record["chip"].as_i64())
    }

    fn due(&self, wager: &Value, round: &resettle_reference::Round) -> i64 {
        let close = self.close().map_or(i64::MAX, |close| close.nanos);
        due(self.rules, &self.laid(wager), close, round, self.chip())
            .map_or(net(wager), |due| net(wager) - due.difference(net(wager)).unwrap())
    }

    /// What would be due if it had been left where it was.
    fn settled(&self, wager: &Value, round: &resettle_reference::Round) -> i64 {
        let laid = Laid { withdrawn: None, accepted: true, ..self.laid(wager) };
        let close = self.close().map_or(i64::MAX, |close| close.nanos);
        due(self.rules, &laid, close, round, self.chip()).unwrap().low
    }

    fn due_as_declared(&self, wager: &Value, reported: &Announced) -> i64 {
        let laid = self.laid(wager);
        let close = self.close().map_or(i64::MAX, |close| close.nanos);
        let out = !laid.accepted
            || laid.placed.is_some_and(|placed| placed > close)
            || laid.withdrawn.is_some_and(|withdrawn| withdrawn <= close);
        if out {
            return laid.stake;
        }
        let totals = (reported.player.unwrap_or(0), reported.banker.unwrap_or(0));
        let winner = reported.winner.unwrap();
        let sevens = reported.sevens.unwrap_or(0);
        let due =
            settle_as_declared(self.rules, laid.bet, laid.stake, winner, totals, sevens, (false, false), self.chip());
        due.map_or(net(wager), |due| net(wager) - due.difference(net(wager)).unwrap())
    }

    /// The document knows no such decision other than the Star's 14.3.1.
    fn device_ruled_otherwise(&self, logged: &Logged, claims: &[Claim], stories: &[&Value]) -> bool {
        self.of_device(logged, claims, stories, |claim, returned, settled| match claim.decision {
            Some(Decision::Void) => !returned && settled,
            Some(_) => returned && !settled,
            None => false,
        })
    }

    fn device_without_decider(&self, logged: &Logged, claims: &[Claim], stories: &[&Value]) -> bool {
        self.of_device(logged, claims, stories, |claim, returned, settled| {
            returned && !settled && claim.by < Some(Authority::GamingSupervisor)
        })
    }

    fn of_device(
        &self,
        logged: &Logged,
        claims: &[Claim],
        stories: &[&Value],
        asks: impl Fn(&Claim, bool, bool) -> bool,
    ) -> bool {
        let Some(cards) = logged.read().filter(|_| !logged.void) else { return false };
        let Dealing::Complete(round) = deal(self.rules, &cards) else { return false };
        claims.iter().zip(stories).any(|(claim, reported)| {
            let named = reported["wagers"].as_array().cloned().unwrap_or_default();
            let consequence = rule_on(self.rules, &claim.facts).consequence;
            consequence == Consequence::WagersMayBeVoid
                && wagers(self.coup()).filter(|wager| named.contains(&wager["id"])).any(|wager| {
                    let returned = net(wager) == wager["stake"].as_i64().unwrap();
                    asks(claim, returned, net(wager) == self.settled(wager, &round))
                })
        })
    }

    fn reported(&self, logged: &Logged, stories: &[&Value]) -> CoupTimes {
        let coup = self.coup();
        let times = coup["times"].as_object();
        CoupTimes {
            at: self.stamp(&coup["at"]),
            times: times.into_iter().flat_map(|times| times.values()).filter_map(|time| self.time(time)).collect(),
            noticed: stories
                .iter()
                .filter(|reported| reported["at"].is_null())
                .flat_map(|reported| [&reported["noticed"], &reported["notified_at"]])
                .filter_map(|time| self.time(time))
                .collect(),
            commenced: self.commenced(coup),
            before: self.before.and_then(|before| {
                let before = &self.log[before];
                Some((self.time(&before["times"]["settled"])?, self.stamp(&before["at"])))
            }),
            log_opened: logged.log_opened,
        }
    }

    fn commenced(&self, coup: &Value) -> Option<Stamp> {
        let times = &coup["times"];
        let (first, second) = if self.rules.is_mbs() { ("opened", "first_card") } else { ("first_card", "opened") };
        self.time(&times[first]).or_else(|| self.time(&times[second]))
    }

    fn next_commencement(&self) -> Option<Stamp> {
        let later = &self.log[self.at + 1..];
        let star = !self.rules.is_mbs();
        later.iter().find_map(|record| match record["type"].as_str() {
            Some("coup") => self.time(&record["times"][if star { "first_card" } else { "opened" }]),
            Some("shoe")
                if star && self.same_shoe(record) && matches!(record["event"].as_str(), Some("end" | "check")) =>
            {
                self.time(&record["at"])
            }
            Some("seal") if star && record["final"] == true => self.time(&record["at"]),
            _ => None,
        })
    }

    fn logged(&self) -> Logged {
        let coup = self.coup();
        let of_shoe = |record: &&Value| self.same_shoe(record);
        let start = self.log[..self.at].iter().rposition(|record| self.same_shoe(record) && record["event"] == "start");
        let returns = self.rules.cards_return() || start.is_some_and(|start| self.log[start]["recirculates"] == true);
        let device = start.map(|start| {
            let reported: Vec<&Value> = self.log[start..=self.at].iter().filter(of_shoe).collect();
            let count = |value: &Value| value.as_array().map_or(0, Vec::len);
            let burned: usize = reported
                .iter()
                .map(|record| {
                    count(&record["burned"]) + if record["event"] == "burn" { count(&record["cards"]) } else { 0 }
                })
                .sum();
            let coups: Vec<usize> =
                reported.iter().filter(|record| record["type"] == "coup").map(|coup| count(&coup["cards"])).collect();
            let lying: usize = if returns { coups.iter().rev().take(2).sum() } else { coups.iter().sum() };
            let decks = u32::try_from(self.log[start]["decks"].as_u64().unwrap()).unwrap();
            let exact = self.log[start]["burned"].is_array();
            Device { decks, out: burned + lying, returns, exact }
        });
        let later: Vec<&Value> = self.log[self.at + 1..].iter().filter(of_shoe).collect();
        let until = later.iter().position(|record| record["event"] == "start").unwrap_or(later.len());
        let next = later.iter().position(|record| record["type"] == "coup").unwrap_or(later.len());
        Logged {
            rules: self.rules,
            cards: faces(&coup["cards"]),
            to: coup["to"].as_str().map(str::to_owned),
            first_to: coup["first_to"].as_str().map(str::to_owned),
            reconstructed_cards: faces(&coup["reconstructed_cards"]),
            void: coup["declared"]["result"] == "void",
            settled: self.time(&coup["times"]["settled"]),
            before_commenced: self.before.and_then(|before| self.commenced(&self.log[before])),
            log_opened: self.stamp(&self.log[0]["at"]),
            device,
            dealt_on: next < until,
            burned_after: later[..next].iter().any(|record| record["event"] == "burn"),
        }
    }

    /// The irregularities that are none of a malformed kind, and incidents that name the coup: in time, or any.
    fn reported_claims(&self) -> Vec<&Value> {
        let coup = self.coup();
        let later = self.log[self.at + 1..].iter();
        let incidents = later
            .take_while(|record| {
                let ends = if self.late { record["event"] == "start" } else { record["type"] == "coup" };
                !ends || !self.same_shoe(record)
            })
            .filter(|record| record["type"] == "incident" && self.same_shoe(record) && record["coup"] == coup["coup"]);
        let dealt = coup["cards"].as_array().map_or(0, Vec::len) as u64;
        let whole = |reported: &&Value| {
            let card = reported["card"].as_u64().is_none_or(|card| card < dealt);
            let cards = reported["cards"].as_array();
            reported["noticed"].is_string()
                && card
                && cards.is_none_or(|cards| {
                    let named: BTreeSet<u64> = cards.iter().map(|card| card.as_u64().unwrap()).collect();
                    named.len() > 1 && named.iter().all(|card| *card < dealt)
                })
        };
        coup["irregularities"].as_array().into_iter().flatten().chain(incidents).filter(whole).collect()
    }

    fn claims(&self, logged: &Logged) -> Vec<Claim> {
        let next = self.next_commencement();
        self.reported_claims().into_iter().map(|reported| self.claim(reported, logged, next)).collect()
    }

    fn claim(&self, reported: &Value, logged: &Logged, next: Option<Stamp>) -> Claim {
        let word = reported["kind"].as_str().unwrap();
        let known = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        let mut facts = Facts::of(known.unwrap_or(Kind::Other));
        facts.hand = match reported["hand"].as_str() {
            Some("player") => Some(Side::Player),
            Some("banker") => Some(Side::Banker),
            _ => None,
        };
        facts.dealt = match reported["dealt"].as_str() {
            Some("too_many") => Some(Count::TooMany),
            Some("too_few") => Some(Count::TooFew),
            _ => None,
        };
        facts.stage = match reported["stage"].as_str() {
            Some("initial_deal") => Some(Stage::InitialDeal),
            Some("draws") => Some(Stage::Draws),
            Some("before_coup") => Some(Stage::BeforeCoup),
            Some("during_coup") => Some(Stage::DuringCoup),
            _ => None,
        };
        facts.reconstructed = reported["reconstructed"] == true;
        facts.order_known = reported["order_known"] == true;
        let cards: Vec<usize> = reported["cards"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|card| usize::try_from(card.as_u64().unwrap()).unwrap())
            .collect();
        facts.in_initial_deal = logged.cards.is_some() && cards.iter().any(|card| *card < first_cards(self.rules));
        let noticed = self.stamp(&reported["noticed"]);
        let notified_at = self.time(&reported["notified_at"]);
        let counts = notified_at.filter(|_| !self.rules.is_mbs()).unwrap_or(noticed);
        let written = if reported["at"].is_string() { &reported["at"] } else { &self.coup()["at"] };
        facts.in_time = noticed_in_time(counts, self.stamp(written), next);
        if reported["affects"] == "terminals" {
            facts.hits = Hits::Terminals;
        }
        let after_cards = reported["after_cards"].as_u64().map(|after| usize::try_from(after).unwrap());
        let dealt = logged.cards.iter().flatten().filter_map(|face| match face {
            Face::Is(card) => Some(*card),
            _ => None,
        });
        facts.cards_when_struck = dealt.take(after_cards.unwrap_or(usize::MAX)).collect();
        facts.cards_damaged = reported["cards_damaged"] == true;
        facts.disadvantage = reported["disadvantage"] == true;
        facts.replacement_available = reported["replacement_available"] != false;
        facts.practicable = reported["practicable"] != false;
        facts.cause = match reported["cause"].as_str() {
            Some("fire") => Some(Cause::Fire),
            Some(_) => Some(Cause::Other),
            None => None,
        };
        let by = role(&reported["by"]);
        // absent is not false: a void says that the outcome was affected, and is without a decider where nobody is named
        facts.outcome_affected = reported["outcome_affected"] != false;
        let decision = match reported["ruling"].as_str() {
            Some("void") => Some(Decision::Void),
            Some("stands") => Some(Decision::Stands),
            Some(_) => Some(Decision::Other),
            None => None,
        };
        let card = reported["card"].as_u64().map(|card| usize::try_from(card).unwrap());
        Claim { facts, known: known.is_some(), noticed, notified_at, card, cards, after_cards, decision, by }
    }

    /// Whether cards were replaced by others since the coup before of this shoe.
    fn replaced(&self) -> bool {
        let before = self.log[..self.at]
            .iter()
            .rposition(|record| self.same_shoe(record) && record["type"] == "coup")
            .map_or(0, |before| before + 1);
        let reported = self.log[before..self.at].iter();
        reported.filter(|record| self.same_shoe(record) && record["event"] == "replace").any(|replaced| {
            let (mut surplus, mut missing) = (Vec::new(), Vec::new());
            let coups = self.log[..self.at].iter().filter(|record| self.same_shoe(record) && record["type"] == "coup");
            for coup in coups {
                for reported in coup["irregularities"].as_array().into_iter().flatten() {
                    let named = reported["card"]
                        .as_u64()
                        .and_then(|card| faces(&coup["cards"])?.get(usize::try_from(card).unwrap()).copied());
                    match reported["kind"].as_str() {
                        Some("foreign_card" | "extra_card") => surplus.push(named),
                        Some("missing_card") => missing.push(named),
                        _ => {}
                    }
                }
            }
            let (out, put_in) = (faces(&replaced["out"]), faces(&replaced["in"]));
            !same_cards(&out.unwrap_or_default(), &put_in.unwrap_or_default(), &surplus, &missing)
        })
    }

    fn time(&self, value: &Value) -> Option<Stamp> {
        value.as_str().map(stamp)
    }

    fn stamp(&self, value: &Value) -> Stamp {
        stamp(value.as_str().unwrap())
    }
}

/// A foreign card that nobody logged: it was there during the coup.
fn silent_foreign(logged: &Logged, at: Stamp) -> Claim {
    let noticed = logged.settled.unwrap_or(at);
    Claim {
        facts: Facts::of(Kind::ForeignCard),
        known: true,
        noticed,
        notified_at: None,
        card: None,
        cards: Vec::new(),
        after_cards: None,
        decision: None,
        by: None,
    }
}

fn faces(value: &Value) -> Option<Vec<Face>> {
    let face = |card: &Value| match card.as_str().unwrap() {
        "??" => Face::Unreadable,
        "XX" => Face::Foreign,
        card => Face::Is(Card::read(card).unwrap()),
    };
    Some(value.as_array()?.iter().map(face).collect())
}

fn wagers(coup: &Value) -> impl Iterator<Item = &Value> {
    coup["wagers"].as_array().into_iter().flatten().filter(|wager| wager["stake"].as_i64().unwrap() > 0)
}

fn net(wager: &Value) -> i64 {
    wager["returned"].as_i64().unwrap() - wager["commission"].as_i64().unwrap_or(0)
}

fn role(value: &Value) -> Option<Authority> {
    ROLES.into_iter().find(|role| value == role.word())
}

fn announced(declared: &Value) -> Announced {
    let part = |name: &str| declared[name].as_u64().map(|part| u8::try_from(part).unwrap());
    let winners = [Winner::Player, Winner::Banker, Winner::Tie];
    Announced {
        winner: winners.into_iter().find(|winner| declared["result"] == winner.word()),
        player: part("player"),
        banker: part("banker"),
        sevens: part("sevens"),
    }
}

fn fits(reported: &Announced, right: &Announced) -> bool {
    reported.winner.is_none_or(|winner| right.winner == Some(winner))
        && reported.player.is_none_or(|total| right.player == Some(total))
        && reported.banker.is_none_or(|total| right.banker == Some(total))
        && reported.sevens.is_none_or(|sevens| right.sevens == Some(sevens))
}

/// `YYYY-MM-DDTHH:MM:SS`, perhaps a fraction, `Z` or an offset.
fn stamp(text: &str) -> Stamp {
    let number = |from: usize, to: usize| text[from..to].parse::<i64>().unwrap();
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let era = year.div_euclid(400);
    let of_era = year - era * 400;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + (153 * month + 2) / 5 + day - 1 - 719_468;
    let seconds = days * 86_400 + number(11, 13) * 3_600 + number(14, 16) * 60 + number(17, 19);
    let (fraction, zone) = match text[19..].strip_prefix('.') {
        Some(rest) => rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap()),
        None => ("", &text[19..]),
    };
    let east = match zone.as_bytes() {
        [b'Z'] => 0,
        [sign, ..] => {
            let minutes = zone[1..3].parse::<i64>().unwrap() * 60 + zone[4..6].parse::<i64>().unwrap();
            if *sign == b'-' { -minutes } else { minutes }
        }
        [] => panic!("{text} has no zone"),
    };
    let nanos = format!("{fraction:0<9}").parse::<i64>().unwrap();
    Stamp { nanos: (seconds - east * 60) * 1_000_000_000 + nanos, digits: u32::try_from(fraction.len()).unwrap() }
}
