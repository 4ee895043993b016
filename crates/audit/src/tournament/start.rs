use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::{SeatedBy, SessionKind, Start};
use resettle_sealed_log::Digest;

use super::gather::TournamentRecord;
use super::level;
use super::machine::Machine;
use super::play::{Play, Player};
use super::summary::{Seated, SessionSummary};
use crate::catalogue::Code;

impl Machine<'_> {
    pub(super) fn start(&mut self, log: usize, item: &TournamentRecord, start: &Start) {
        let key = &start.session;
        if let Some(running) = self.running.get(&log) {
            return self.malformed(item.sha256, format!("session {key} starts while {running} runs at the table"));
        }
        if self.plays.contains_key(key) {
            return self.malformed(item.sha256, format!("session {key} started before"));
        }
        let of = start.of.as_ref().filter(|_| start.kind == SessionKind::PlayOff);
        if let Some(of) = of
            && self.plays.get(of).is_none_or(|play| play.ended.is_none())
        {
            return self.malformed(item.sha256, format!("no session {of} has ended that a play-off could decide"));
        }
        for (at, seat) in start.seats.iter().enumerate() {
            let before = || start.seats.iter().take(at);
            if before().any(|other| other.player == seat.player) {
                self.malformed(item.sha256, format!("{} has two seats in session {key}", seat.player));
            } else if before().any(|other| other.seat == seat.seat) {
                self.malformed(item.sha256, format!("seat {} is given twice in session {key}", seat.seat));
            }
        }
        self.started = self.started.or(Some(item.at.moment()));
        if start.kind == SessionKind::PlayOff {
            self.play_off(item.sha256, start);
        } else {
            self.designated(log, item, start);
            let table = self.tables.get(log).cloned().unwrap_or_default();
            self.stated_round(item.sha256, &table, start);
            self.advanced(item.sha256, start);
            self.sat_before(item.sha256, start);
        }
        self.allotted(item.sha256, start);
        self.refunded_seat(item.sha256, start);
        for seat in &start.seats {
            if self.desk.seated.insert(seat.player.clone()) {
                self.first_session(item, &seat.player);
            }
            if seat.by == SeatedBy::BuyBack {
                *self.desk.buy_backs.entry(seat.player.clone()).or_default() += 1;
            }
        }
        let fixed = of.and_then(|of| self.plays.get(of)).map(|of| level::at(of, &self.conditions, of.coups.max(1)));
        let mut players = BTreeMap::new();
        for seat in &start.seats {
            players.entry(seat.player.clone()).or_insert_with(|| Player {
                seat: seat.seat.clone(),
                chips: Some(i128::from(seat.chips)),
                paid: seat.paid,
                is_in: true,
                passes: seat.pass_cards,
                ..Player::default()
            });
        }
        let line = self.line(start.round).filter(|_| start.kind != SessionKind::PlayOff);
        let seated = |seat: &resettle_coup_log::Seat| Seated {
            player: seat.player.clone(),
            seat: seat.seat.clone(),
            chips: seat.chips,
        };
        let summary = SessionSummary {
            session: key.clone(),
            round: start.round,
            kind: start.kind,
            of: of.cloned(),
            log: self.logs.get(log).cloned().unwrap_or_default(),
            table: self.tables.get(log).cloned().unwrap_or_default(),
            line: item.line,
            started: item.at.clone(),
            ended: None,
            advance: line.map(|(number, _)| number),
            last_round: line.is_some_and(|(_, last)| last),
            players: start.seats.iter().map(seated).collect(),
            coups: Vec::new(),
            events: Vec::new(),
            declared: None,
            computed: None,
        };
        let play = Play {
            log,
            round: start.round,
            kind: start.kind,
            of: of.cloned(),
            boxes: start.boxes,
            start: item.sha256,
            started: item.at.moment(),
            inventory: start.inventory,
            players,
            coups: 0,
            settled: 0,
            level: None,
            fixed,
            last_coup: None,
            counted: BTreeSet::new(),
            disputes: BTreeMap::new(),
            owed: Vec::new(),
            eliminations: Vec::new(),
            eliminated: 0,
            ended: None,
            results: Vec::new(),
            summary,
        };
        self.order.push(key.clone());
        self.plays.insert(key.clone(), play);
        self.running.insert(log, key.clone());
    }

    /// Table and time that were designated.
    fn designated(&mut self, log: usize, item: &TournamentRecord, start: &Start) {
        let table = self.tables.get(log).cloned().unwrap_or_default();
        let key = &start.session;
        let Some(scheduled) = self.desk.schedules.get(key).cloned() else {
            let message = format!("the logs name no designated table for session {key}, which starts at {table}");
            return self.report(item.sha256, Code::TournamentTable, "table", message, |finding| {
                finding.compared("a designated table", table)
            });
        };
        if scheduled.round != start.round {
            let message =
                format!("session {key} starts in round {}; round {} was designated", start.round, scheduled.round);
            self.report(item.sha256, Code::TournamentTable, "table", message, |finding| {
                finding.compared(format!("round {}", scheduled.round), format!("round {}", start.round))
            });
        }
        if scheduled.table != table {
            let message = format!("session {key} starts at {table}; {} was designated", scheduled.table);
            self.report(item.sha256, Code::TournamentTable, "table", message, |finding| {
                finding.compared(&scheduled.table, table)
            });
        }
        if item.at.moment() < scheduled.start {
            let message = format!("session {key} starts before {}, the time that holds", scheduled.start_words);
            self.report(item.sha256, Code::TournamentStartAltered, "start-altered", message, |finding| {
                finding.compared(format!("from {}", scheduled.start_words), item.at.to_string())
            });
        }
    }

    /// Entry and copy of the conditions, at a player's first session.
    fn first_session(&mut self, item: &TournamentRecord, player: &str) {
        let fee = self.conditions.fee.unwrap_or(0);
        let entrant = self.desk.entries.get(player).filter(|entrant| !entrant.refused).cloned();
        let lacks = match &entrant {
            None => Some("no entry in the logs".to_owned()),
            Some(entrant) if !entrant.form => Some("no completed form".to_owned()),
            Some(entrant) if entrant.fee < fee => Some(format!("a fee of {} paid", entrant.fee)),
            Some(_) => None,
        };
        if let Some(lacks) = lacks {
            let message = format!("{player} takes a seat with {lacks}");
            self.report(item.sha256, Code::TournamentNotEntered, "not-entered", message, |finding| {
                finding.player(player).compared("an entry, a form and the fee", format!("{player}: {lacks}"))
            });
        }
        if entrant.is_some_and(|entrant| entrant.given.is_none_or(|given| given > item.at.moment())) {
            let message = format!("{player} takes a seat, and was not given the conditions before");
            self.report(item.sha256, Code::TournamentConditionsNotGiven, "conditions-not-given", message, |finding| {
                finding.player(player).compared("a copy before the first session", format!("{player}: none"))
            });
        }
    }

    /// What each seat was allotted, and paid.
    fn allotted(&mut self, record: Digest, start: &Start) {
        let play_off = start.kind == SessionKind::PlayOff;
        let first = start.seats.first();
        let (chips, passes) = if play_off {
            (first.map(|seat| seat.chips), first.map(|seat| seat.pass_cards))
        } else {
            (self.conditions.allotment.chips, self.conditions.play.pass_cards)
        };
        let price = self.conditions.allotment.price.filter(|_| !play_off).unwrap_or(0);
        for seat in &start.seats {
            let player = &seat.player;
            if let Some(right) = chips.filter(|right| *right != seat.chips) {
                let message = format!("{player} received {} chips; {right} are allotted", seat.chips);
                self.report(record, Code::TournamentAllotment, "allotment", message, |finding| {
                    finding
                        .player(player)
                        .compared(right, format!("{} of {player}", seat.chips))
                        .money(i128::from(seat.chips) - i128::from(right))
                        .chips()
                });
            }
            if seat.paid < price {
                let message = format!("{player} is seated and paid {} of a buy-in of {price}", seat.paid);
                self.report(record, Code::TournamentBuyIn, "buy-in", message, |finding| {
                    finding.player(player).compared(price, format!("{} of {player}", seat.paid))
                });
            }
            if let Some(right) = passes.filter(|right| *right != seat.pass_cards) {
                let message = format!("{player} received {} pass cards; {right} are given", seat.pass_cards);
                self.report(record, Code::TournamentPassAllocation, "pass-allocation", message, |finding| {
                    finding.player(player).compared(right, format!("{} of {player}", seat.pass_cards))
                });
            }
        }
    }

    /// Whether those who sit in a later round may sit there.
    fn advanced(&mut self, record: Digest, start: &Start) {
        // The round that was designated: the round stated by the start itself lets nobody in.
        let round = self.desk.schedules.get(&start.session).map_or(start.round, |scheduled| scheduled.round);
        let before = round.saturating_sub(1);
        let scheduled = self.desk.schedules.iter().filter(|(_, scheduled)| scheduled.round == before);
        let keys: Vec<&String> = scheduled.map(|(key, _)| key).collect();
        let has_result = |key: &&String| self.plays.get(*key).is_some_and(|play| !play.results.is_empty());
        if round <= 1 || keys.is_empty() || !keys.iter().all(has_result) {
            return;
        }
        let of_before = self.plays.values().filter(|play| play.round == before);
        let last = of_before.filter_map(|play| play.results.last());
        let advance: BTreeSet<&str> =
            last.flatten().filter(|placing| placing.advances).map(|placing| placing.player.as_str()).collect();
        let mut wrong = Vec::new();
        for seat in &start.seats {
            let bought = self.desk.buy_backs.get(&seat.player).copied().unwrap_or(0);
            let (may, how) = match seat.by {
                SeatedBy::Advance => (advance.contains(seat.player.as_str()), "no result lets them advance"),
                SeatedBy::Repechage => {
                    (self.conditions.repechage == Some(true) || !self.known, "the conditions grant no repechage")
                }
                SeatedBy::BuyBack => (
                    self.conditions.buy_back.times.is_some_and(|times| bought < times) || !self.known,
                    "the conditions grant no further buy-back",
                ),
            };
            if !may {
                wrong.push((seat.player.clone(), how));
            }
        }
        for (player, how) in wrong {
            let message = format!("{player} sits in round {}: {how}", start.round);
            self.report(record, Code::TournamentNotAdvanced, "not-advanced", message, |finding| {
                finding.player(&player).compared("who advanced", player.clone())
            });
        }
    }

    /// A repechage and a buy-back let those in again who were in an earlier session.
    fn sat_before(&mut self, record: Digest, start: &Start) {
        let new: Vec<_> = start.seats.iter().filter(|seat| !self.desk.seated.contains(&seat.player)).collect();
        for seat in new {
            let how = match seat.by {
                SeatedBy::Advance => continue,
                SeatedBy::Repechage => "a repechage",
                SeatedBy::BuyBack => "a buy-back",
            };
            let player = &seat.player;
            let message = format!("{player} sits in round {} by {how}, and was in no session before", start.round);
            self.report(record, Code::TournamentNotAdvanced, "not-advanced", message, |finding| {
                finding.player(player).compared("who was in a session before", player.clone())
            });
        }
    }

    /// A play-off is played by exactly those who are tied.
    fn play_off(&mut self, record: Digest, start: &Start) {
        let Some(of) = &start.of else { return };
        let Some(ties) = self.ties(of) else { return };
        let players: BTreeSet<&str> = start.seats.iter().map(|seat| seat.player.as_str()).collect();
        let fits = ties.iter().any(|tie| tie.iter().map(String::as_str).collect::<BTreeSet<&str>>() == players);
        if !fits {
            let listed: Vec<&str> = players.into_iter().collect();
            let message = format!("a play-off of {} decides no tie of session {of}", listed.join(", "));
            self.report(record, Code::TournamentPlayOff, "play-off", message, |finding| {
                finding.compared("the players of one tie", listed.join(", "))
            });
        }
    }
}
