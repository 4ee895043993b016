use std::collections::BTreeSet;
use std::sync::Arc;

use resettle_coup_log::{Coup, DeclaredResult, Mode, Shown, Token, TournamentCoup};
use resettle_sealed_log::{Digest, Moment};

use super::gather::TournamentRecord;
use super::level::{self, minutes_in_nanos, nanos, table_minimum};
use super::machine::Machine;
use super::play::{Fall, Play};
use super::rulings::{InSession, TournamentTerms};
use super::stakes::{Closes, Stake, State, stakes};
use super::summary::CoupSummary;
use super::table::falls;
use super::turns::out_of_turn;
use crate::catalogue::Code;
use crate::finding::Finding;
use crate::moments::commenced_at;

impl Machine<'_> {
    pub(super) fn coup(&mut self, log: usize, item: &TournamentRecord, coup: &Coup) {
        let Some(own) = coup.tournament.as_deref() else { return };
        let record = item.sha256;
        let key = &own.session;
        let mut terms = TournamentTerms { chip: self.conditions.chip.unwrap_or(1), ..TournamentTerms::default() };
        let runs = self.running.get(&log).is_some_and(|running| running == key);
        match runs.then(|| self.plays.remove(key)).flatten() {
            Some(mut play) => {
                self.in_session(item, coup, own, &mut play, &mut terms);
                self.plays.insert(key.clone(), play);
            }
            None => {
                let message =
                    format!("the coup is marked as play of session {key}, which was not running at this table");
                self.report(record, Code::TournamentNoSession, "no-session", message, |finding| {
                    finding.compared("a session that was started and not ended", key)
                });
            }
        }
        self.rulings.at(record).terms = Some(Arc::new(terms));
    }

    fn in_session(
        &mut self,
        item: &TournamentRecord,
        coup: &Coup,
        own: &TournamentCoup,
        play: &mut Play,
        terms: &mut TournamentTerms,
    ) {
        let record = item.sha256;
        let void = is_void(coup);
        let commenced = commenced_at(&coup.times, self.ruleset.moments.next_commencement.time);
        let commenced = commenced.map_or(item.at.moment(), resettle_sealed_log::Time::moment);
        self.disputed(record, play, commenced);
        if coup.mode == Some(Mode::NoBet) {
            let shown = play.clone_players();
            return self.places(record, play, &stakes(coup, &shown, Closes::of(coup, self.ruleset)));
        }
        self.before(record, play);
        play.coups += 1;
        play.settled += i64::from(!void);
        self.overrun(record, play, commenced, void);
        let level = level::at(play, &self.conditions, play.coups);
        self.marker(record, own, play);
        self.strangers(record, own, play);
        for name in &own.absent {
            if let Some(player) = play.players.get_mut(name) {
                player.absences += 1;
            }
        }
        let closes = Closes::of(coup, self.ruleset);
        terms.announced = closes.announced;
        let cite = |check: &str| self.rules.check(check).map(|clause| self.ruleset.cite(clause));
        terms.announced_clause = cite("announced-close");
        terms.turn_clause = cite("turn-taken-back");
        terms.session = Some(InSession {
            round: play.round,
            coup: play.coups,
            play_off: play.is_play_off(),
            known: self.known,
            level: level.clone(),
            players: if play.keeps_chips() {
                play.those_in().map(|(name, player)| (player.seat.clone(), name.clone(), player.chips)).collect()
            } else {
                Vec::new()
            },
        });
        let shown = play.clone_players();
        let mut stakes = stakes(coup, &shown, closes);
        if self.conditions.play.order == Some(true) {
            for at in out_of_turn(&shown, own, &mut stakes, closes) {
                let Some(stake) = stakes.get(at) else { continue };
                let name = stake.wager.name.clone();
                let player = stake.player.unwrap_or_default().to_owned();
                let message = format!("{player} wagered out of turn");
                self.report(record, Code::TournamentOutOfTurn, "out-of-turn", message, |finding| {
                    finding.player(&player).wager(&name).compared("in turn", format!("out of turn: {player}"))
                });
            }
        }
        self.places(record, play, &stakes);
        self.refunded_wager(record, &stakes);
        self.chips_used(record, &stakes);
        self.restrictions(record, coup, &stakes);
        self.passes(record, own, play, &stakes);
        self.forms(record, coup, own, play, &stakes, &level);
        self.deductions(record, own, play, &stakes, &level);
        self.wagered(record, own, play, &stakes);
        if self.known && !void {
            self.bounds(record, play, &stakes, &level, terms);
        }
        note(&stakes, terms);
        self.after(record, own, play, &stakes);
        let chips = if play.keeps_chips() { play.stacks() } else { Vec::new() };
        let (shoe, coup) = (coup.shoe.clone(), coup.coup);
        play.summary.coups.push(CoupSummary { number: play.coups, shoe, coup, line: item.line, void, level, chips });
        play.last_coup = Some(record);
        play.counted.clear();
    }

    /// What a coup shows about those before it: who fell, and who is still there.
    fn before(&mut self, record: Digest, play: &mut Play) {
        self.owed(play);
        if play.is_play_off() && play.coups > 0 {
            self.count_in_play_off(play);
        }
        if !self.known {
            return;
        }
        let minimum = table_minimum(&level::at(play, &self.conditions, play.coups + 1));
        self.decide_eliminations(play, minimum);
        falls(play, minimum);
        let overdue: Vec<String> = play
            .players
            .iter_mut()
            .filter_map(|(name, player)| {
                let reported = player.reported || !player.overdue();
                player.reported |= player.overdue();
                (!reported).then(|| name.clone())
            })
            .collect();
        for name in overdue {
            let message = format!("{name} could not wager the minimum, and was not eliminated before this coup");
            self.report(record, Code::TournamentNotEliminated, "not-eliminated", message, |finding| {
                finding.player(&name).compared("eliminated", format!("{name} in the session"))
            });
        }
    }

    fn disputed(&mut self, record: Digest, play: &Play, commenced: Moment) {
        let open = play
            .disputes
            .iter()
            .find(|(_, (opened, settled))| *opened <= commenced && settled.is_none_or(|settled| commenced < settled));
        if let Some((dispute, _)) = open {
            let message = format!("the coup began while dispute {dispute} was open");
            self.report(record, Code::TournamentDispute, "dispute", message, |finding| {
                finding.compared("no coup before it is settled", dispute)
            });
        }
    }

    fn overrun(&mut self, record: Digest, play: &Play, commenced: Moment, void: bool) {
        if play.is_play_off() || void {
            return;
        }
        let Some(row) = level::round_row(&self.conditions, play.round) else { return };
        let beyond = row.coups.is_some_and(|coups| play.settled > coups);
        let late = row
            .minutes
            .is_some_and(|minutes| commenced.nanos > play.started.nanos.saturating_add(minutes_in_nanos(minutes)));
        if beyond || late {
            let what = if beyond { "number" } else { "time" };
            let message = format!("coup {} of the session lies beyond the {what} of its round", play.settled);
            self.report(record, Code::TournamentOverrun, "overrun", message, |finding| {
                finding.compared(format!("within the {what} of the round"), play.settled).reading(true)
            });
        }
    }

    fn marker(&mut self, record: Digest, own: &TournamentCoup, play: &Play) {
        if self.conditions.play.order != Some(true) {
            return;
        }
        let right = ((play.coups - 1).rem_euclid(play.boxes.max(1)) + 1).to_string();
        if own.marker.as_deref() != Some(right.as_str()) {
            let logged = own.marker.clone().unwrap_or_else(|| "none".to_owned());
            let message = format!("the marker lay on box {logged} at coup {} of the session", play.coups);
            self.report(record, Code::TournamentMarker, "marker", message, |finding| finding.compared(right, logged));
        }
    }

    /// Players whom the coup mentions besides its wagers, and who were never in the session.
    fn strangers(&mut self, record: Digest, own: &TournamentCoup, play: &Play) {
        let named = own.passes.iter().chain(&own.absent);
        let named = named.chain(own.deductions.iter().map(|deduction| &deduction.player));
        let named = named.chain(own.undisclosed.iter().map(|form| &form.player));
        let unknown: BTreeSet<&String> = named.filter(|name| !play.players.contains_key(*name)).collect();
        for name in unknown {
            self.malformed(record, format!("{name} is unknown to session {}", own.session));
        }
    }

    /// Whoever wagers sits in the session, at their own place.
    fn places(&mut self, record: Digest, play: &Play, stakes: &[Stake<'_>]) {
        for stake in stakes {
            if matches!(stake.state, State::TakenBack | State::Refused) {
                continue;
            }
            let seated = stake.player.and_then(|name| play.players.get(name)).filter(|player| player.is_in);
            let who = stake.player.unwrap_or("a player not known");
            match seated {
                None => {
                    let message = format!("a wager of {who}, who is not in the session");
                    self.report(record, Code::TournamentNotSeated, "not-seated", message, |finding| {
                        of(finding, stake).compared("a player of the session", who)
                    });
                }
                Some(player) => {
                    if let Some(seat) = stake.wager.seat.as_ref().filter(|seat| **seat != player.seat) {
                        let message = format!("{who} wagered from seat {seat}, and sits at {}", player.seat);
                        self.report(record, Code::TournamentPosition, "position", message, |finding| {
                            of(finding, stake).compared(&player.seat, format!("{seat}, {who}"))
                        });
                    }
                }
            }
        }
    }

    /// Wagers are made with tournament chips.
    fn chips_used(&mut self, record: Digest, stakes: &[Stake<'_>]) {
        for stake in stakes {
            let Some(token) = stake.wager.token else { continue };
            let word = if token == Token::Cash { "cash" } else { "a promotional token" };
            let message = format!("a wager was made with {word}");
            self.report(record, Code::TournamentWrongChips, "wrong-chips", message, |finding| {
                of(finding, stake).compared("tournament chips", word)
            });
        }
    }

    /// A wager is restricted only for lack of time.
    fn restrictions(&mut self, record: Digest, coup: &Coup, stakes: &[Stake<'_>]) {
        if !self.known {
            return;
        }
        let opened = coup.times.opened.as_ref().map(resettle_sealed_log::Time::moment);
        for stake in stakes.iter().filter(|stake| stake.wager.restricted) {
            let placed = stake.placed().0;
            let late =
                self.conditions.wager_time.zip(opened).zip(placed).is_some_and(|((seconds, opened), placed)| {
                    placed.nanos > opened.nanos.saturating_add(nanos(seconds))
                });
            if !late {
                let message = "a wager was restricted to the minimum that was made in time".to_owned();
                self.report(record, Code::TournamentRestriction, "restriction", message, |finding| {
                    of(finding, stake).compared("placed after the time for wagers", "restricted")
                });
            }
        }
    }

    /// What the coup leaves in front of each player.
    fn after(&mut self, record: Digest, own: &TournamentCoup, play: &mut Play, stakes: &[Stake<'_>]) {
        let coup = play.coups;
        for (name, player) in &mut play.players {
            let mine = || stakes.iter().filter(|stake| stake.player == Some(name.as_str()));
            let wagered: i128 = mine().filter(|stake| stake.counts()).map(|stake| i128::from(stake.wager.stake)).sum();
            let won: i128 = mine().map(|stake| i128::from(stake.wager.returned) - i128::from(stake.wager.stake)).sum();
            let taken = own.deductions.iter().filter(|deduction| deduction.player == *name);
            let taken: i128 = taken.map(|deduction| i128::from(deduction.amount)).sum();
            player.wagered = wagered;
            let over = player.chips.filter(|chips| wagered > *chips && player.is_in && !player.overdue_before());
            match over {
                Some(chips) => {
                    player.chips = None;
                    let message = format!("{name} staked {wagered} and had {chips} chips");
                    let clause = self.rules.check("over-chips").map(|clause| self.ruleset.cite(clause));
                    if clause.is_some() {
                        let finding =
                            Finding::new(Code::TournamentOverChips, &crate::finding::Place::default(), message)
                                .clause(clause)
                                .player(name)
                                .compared(format!("at most {chips}"), format!("{wagered} of {name}"))
                                .money(chips - wagered)
                                .chips();
                        super::machine::report(self.rulings, record, finding);
                    }
                }
                None => player.chips = player.chips.map(|chips| chips + won - taken),
            }
            if player.unable && player.fell.is_none() {
                let chips = player.chips.unwrap_or(0);
                player.fell = Some(Fall { coup, chips, wagered, record: 0 });
            }
        }
    }
}

/// What the settlement has to know about each wager.
fn note(stakes: &[Stake<'_>], terms: &mut TournamentTerms) {
    for stake in stakes {
        let first = !stakes.iter().any(|other| {
            other.player == stake.player && other.placed() < stake.placed() && other.state != State::TakenBack
        });
        let one = terms.wagers.entry(stake.wager.name.clone()).or_default();
        one.undisclosed = stake.undisclosed;
        one.in_turn = stake.in_turn;
        one.first = first;
    }
}

fn of(finding: Finding, stake: &Stake<'_>) -> Finding {
    let mut finding = finding.wager(&stake.wager.name);
    finding.player = stake.player.map(str::to_owned);
    finding
}

/// Whether the coup was voided.
fn is_void(coup: &Coup) -> bool {
    match coup.declared.and_then(|declared| declared.result) {
        Some(result) => result == DeclaredResult::Void,
        None => coup.wrd == Some(Shown::Void),
    }
}
