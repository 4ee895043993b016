use std::collections::{BTreeMap, BTreeSet};

use resettle_coup_log::{Bounds, ChipCount, DisqualificationGround, EliminationGround, End, Issue, Role, SessionEvent};
use resettle_sealed_log::Digest;

use super::gather::TournamentRecord;
use super::level::{self, table_minimum};
use super::machine::Machine;
use super::play::{Elimination, Fall, Owed, Play, Why};
use crate::catalogue::Code;

impl Machine<'_> {
    /// A record of the table on which a session runs.
    pub(super) fn at_table(&mut self, log: usize, item: &TournamentRecord, event: &SessionEvent) {
        let Some(key) = event.session() else { return };
        if self.running.get(&log).is_none_or(|running| running != key) {
            return self.malformed(item.sha256, format!("session {key} does not run here"));
        }
        let Some(mut play) = self.plays.remove(key) else { return };
        if let Some(stranger) = players_of(event).into_iter().find(|player| !play.players.contains_key(*player)) {
            self.malformed(item.sha256, format!("{stranger} is unknown to session {key}"));
        } else {
            self.in_play(item, key, &mut play, event);
        }
        if play.ended.is_some() {
            self.running.remove(&log);
        }
        self.plays.insert(key.to_owned(), play);
    }

    fn in_play(&mut self, item: &TournamentRecord, key: &str, play: &mut Play, event: &SessionEvent) {
        match event {
            SessionEvent::Level { min, max, .. } => {
                self.level(item.sha256, play, Bounds { min: min.clone(), max: max.clone() });
            }
            SessionEvent::Issue(issue) => self.issue(item.sha256, play, issue),
            SessionEvent::Breach { player, kind, .. }
                if self.rules.disqualified.iter().any(|row| row.breach == kind.word()) =>
            {
                play.owed.push(Owed { record: item.sha256, player: player.clone(), why: Why::Concealing });
            }
            SessionEvent::Eliminated { player, ground, .. } => self.eliminated(item.sha256, play, player, *ground),
            SessionEvent::Disqualified { player, ground, by, .. } => {
                if *by != Some(Role::TournamentManager) {
                    self.no_authority(item.sha256, Some(player), *by, &format!("disqualified {player}"));
                }
                self.disqualified(play, player, *ground);
                play.befell(player, "disqualified", ground.word(), None);
            }
            SessionEvent::Dispute { dispute, .. } => {
                play.disputes.entry(dispute.clone()).or_insert((item.at.moment(), None));
            }
            SessionEvent::DisputeSettled { dispute, by, .. } => {
                if *by != Some(Role::TournamentManager) {
                    self.no_authority(item.sha256, None, *by, &format!("settled dispute {dispute}"));
                }
                if let Some((_, settled)) = play.disputes.get_mut(dispute) {
                    *settled = settled.or(Some(item.at.moment()));
                }
            }
            SessionEvent::Count { counts, .. } => self.count(item.sha256, play, counts),
            SessionEvent::End(end) => self.end(item, key, play, end),
            _ => {}
        }
    }

    fn level(&mut self, record: Digest, play: &mut Play, bounds: Bounds) {
        let next = play.coups + 1;
        let foreseen = match &play.fixed {
            Some(fixed) => fixed.clone(),
            None => level::foreseen(&self.conditions, play.round, next),
        };
        if self.known && foreseen != bounds {
            let message = format!("bounds were set that the conditions do not foresee for coup {next}");
            self.report(record, Code::TournamentLevelChange, "level-change", message, |finding| {
                finding.compared(words(&foreseen), words(&bounds))
            });
        }
        play.level = Some(bounds);
    }

    fn issue(&mut self, record: Digest, play: &mut Play, issue: &Issue) {
        play.befell(&issue.player, "issue", if issue.buy_back { "buy_back" } else { "other" }, Some(issue.chips));
        let bought = self.desk.buy_backs.entry(issue.player.clone()).or_default();
        let within = !self.known || self.conditions.buy_back.times.is_some_and(|times| *bought < times);
        let Some(player) = play.players.get_mut(&issue.player) else { return };
        let granted = issue.buy_back && !player.is_in && !player.disqualified && within;
        player.chips = player.chips.map(|chips| chips + i128::from(issue.chips));
        if granted {
            *bought += 1;
            player.is_in = true;
            player.unplaced = false;
            player.fell = None;
            player.unable = false;
            player.reported = false;
        } else {
            play.owed.push(Owed { record, player: issue.player.clone(), why: Why::ChipsAdded(issue.chips) });
        }
    }

    fn eliminated(&mut self, record: Digest, play: &mut Play, name: &str, ground: EliminationGround) {
        play.eliminated += 1;
        play.befell(name, "eliminated", ground.word(), None);
        let (coup, order) = (play.coups, play.eliminated);
        let price = self.conditions.allotment.price.unwrap_or(0);
        let Some(player) = play.players.get_mut(name) else { return };
        let was_in = player.is_in;
        player.is_in = false;
        if ground == EliminationGround::BuyIn {
            player.unplaced = true;
            if self.known && player.paid >= price {
                let message = format!("{name} was eliminated for want of the buy-in, which is paid");
                self.wrongly_eliminated(record, name, message);
            }
            return;
        }
        if let Some(fall) = &mut player.fell {
            fall.record = order;
        }
        let (fell, unable, chips) = (player.fell.is_some(), player.unable, player.chips);
        if !fell && was_in {
            let fall = Fall { coup, chips: chips.unwrap_or(0), wagered: player.wagered, record: order };
            player.fell = Some(fall);
        }
        match ground {
            _ if !self.known || unable => {}
            EliminationGround::Wager => {
                let message = format!("{name} was eliminated for a wager that could not be made up, and none was void");
                self.wrongly_eliminated(record, name, message);
            }
            _ if fell => {}
            _ => {
                play.eliminations.push(Elimination { record, player: name.to_owned(), chips, order });
            }
        }
    }

    fn wrongly_eliminated(&mut self, record: Digest, player: &str, message: String) {
        self.report(record, Code::TournamentEliminated, "eliminated", message, |finding| {
            finding.player(player).compared("a ground", player)
        });
    }

    fn disqualified(&mut self, play: &mut Play, name: &str, ground: DisqualificationGround) {
        self.desk.disqualified(name, ground);
        play.owed.retain(|owed| owed.player != name);
        if let Some(player) = play.players.get_mut(name) {
            player.is_in = false;
            player.unplaced = true;
            player.disqualified = true;
        }
    }

    fn count(&mut self, record: Digest, play: &mut Play, counts: &[ChipCount]) {
        for ChipCount { player: name, chips: counted } in counts {
            play.counted.insert(name.clone());
            let counted = i128::from(*counted);
            let Some(player) = play.players.get_mut(name) else { continue };
            let computed = player.chips;
            player.chips = Some(counted);
            if let Some(waiting) = play.eliminations.iter_mut().find(|waiting| waiting.player == *name) {
                waiting.chips = Some(counted);
            }
            if let Some(computed) = computed.filter(|computed| *computed != counted) {
                let message = format!("{counted} chips were counted of {name}; {computed} follow from the log");
                self.report(record, Code::TournamentChipCount, "chip-count", message, |finding| {
                    let logged = format!("{counted} of {name}");
                    finding.player(name).compared(computed, logged).money(counted - computed).chips()
                });
            }
        }
        let stacks = if play.keeps_chips() { play.stacks() } else { Vec::new() };
        if let Some(last) = play.summary.coups.last_mut() {
            last.chips = stacks;
        }
    }

    fn end(&mut self, item: &TournamentRecord, key: &str, play: &mut Play, end: &End) {
        let record = item.sha256;
        play.ended = Some(record);
        play.summary.ended = Some(item.at.clone());
        self.owed(play);
        let whole = level::ran_its_length(play, &self.conditions, item.at.moment());
        if self.known {
            let next = if whole == Some(true) { play.coups } else { play.coups + 1 };
            let minimum = table_minimum(&level::at(play, &self.conditions, next.max(1)));
            self.decide_eliminations(play, minimum);
            if whole == Some(true) {
                falls(play, minimum);
            }
        }
        if play.coups > 0 && !play.is_play_off() {
            let uncounted: Vec<String> = play
                .those_in()
                .filter(|(name, _)| !play.counted.contains(*name))
                .map(|(name, _)| name.clone())
                .collect();
            self.uncounted(record, &uncounted, "the end");
        } else if play.is_play_off() {
            self.count_in_play_off(play);
        }
        let off = i128::from(end.inventory) - i128::from(play.inventory);
        let missing: i128 = end.missing.iter().map(|lack| i128::from(lack.chip) * i128::from(lack.quantity)).sum();
        let accounted = missing == -off && end.notified.contains(&Role::TournamentManager);
        if off != 0 && !accounted {
            let message = format!(
                "the chips of session {key} come to {} in the end, to {} at its start",
                end.inventory, play.inventory
            );
            self.report(record, Code::TournamentInventory, "inventory", message, |finding| {
                finding.compared(play.inventory, end.inventory).money(off).chips()
            });
        }
        if whole == Some(false) {
            if end.by != Some(Role::TournamentManager) {
                self.no_authority(record, None, end.by, &format!("ended session {key} early"));
            }
            self.early_end(record, key, play, end);
        }
    }

    /// Nobody counted these.
    pub(super) fn uncounted(&mut self, record: Digest, players: &[String], until: &str) {
        if players.is_empty() {
            return;
        }
        let listed = first_of(players);
        let message = format!("the chips of {listed} were not counted between the coup before and {until}");
        self.report(record, Code::TournamentCountMissing, "count-missing", message, |finding| {
            finding.compared("a count of all who are in", format!("none of {listed}"))
        });
    }

    /// In a play-off chips are counted after every coup.
    pub(super) fn count_in_play_off(&mut self, play: &Play) {
        let Some(last) = play.last_coup else { return };
        let uncounted: Vec<String> =
            play.those_in().filter(|(name, _)| !play.counted.contains(*name)).map(|(name, _)| name.clone()).collect();
        self.uncounted(last, &uncounted, "what followed in the play-off");
    }

    /// Reports players who were eliminated without having fallen below the minimum, as the next coup or the end shows.
    pub(super) fn decide_eliminations(&mut self, play: &mut Play, minimum: i128) {
        for waiting in std::mem::take(&mut play.eliminations) {
            if let Some(fall) = play.players.get_mut(&waiting.player).and_then(|player| player.fell.as_mut())
                && fall.record == waiting.order
            {
                fall.chips = waiting.chips.unwrap_or(fall.chips);
            }
            if let Some(chips) = waiting.chips.filter(|chips| *chips >= minimum) {
                let name = &waiting.player;
                let message = format!("{name} was eliminated with {chips} chips, which reach the minimum of {minimum}");
                self.wrongly_eliminated(waiting.record, name, message);
            }
        }
    }

    /// Disqualifications that did not follow.
    pub(super) fn owed(&mut self, play: &mut Play) {
        let mut all = std::mem::take(&mut play.owed);
        self.made_no_wager(&mut all);
        for Owed { record, player, why } in all {
            match why {
                Why::NoWager { absent } => {
                    let message = format!("{player} made no wager, played no pass card, and was not disqualified");
                    self.report(record, Code::TournamentNoWager, "no-wager", message, |finding| {
                        finding.player(&player).compared("a wager", format!("none of {player}")).reading(absent)
                    });
                }
                Why::Concealing => {
                    let rules = self.rules;
                    let Some(first) = rules.disqualified.first() else { continue };
                    let message = format!("{player} was found concealing chips, and was not disqualified");
                    let finding = crate::finding::Finding::new(
                        Code::TournamentNotDisqualified,
                        &crate::finding::Place::default(),
                        message,
                    )
                    .clause(Some(self.ruleset.cite(&first.clause)))
                    .player(&player)
                    .compared("a disqualification", format!("none of {player}"));
                    super::machine::report(self.rulings, record, finding);
                }
                Why::ChipsAdded(chips) => {
                    let message = format!("{chips} chips were given to {player}, and no buy-back grants that");
                    self.report(record, Code::TournamentChipsAdded, "chips-added", message, |finding| {
                        let logged = format!("{chips} to {player}");
                        finding.player(&player).compared("no chips", logged).money(i128::from(chips)).chips()
                    });
                }
            }
        }
    }

    /// More players of one coup than are reported one by one, none of whom made a wager: one finding for all of them.
    fn made_no_wager(&mut self, owed: &mut Vec<Owed>) {
        let mut by_coup: BTreeMap<Digest, (Vec<String>, bool)> = BTreeMap::new();
        for Owed { record, player, why } in owed.iter() {
            if let Why::NoWager { absent } = why {
                let (players, all_absent) = by_coup.entry(*record).or_insert_with(|| (Vec::new(), true));
                players.push(player.clone());
                *all_absent &= absent;
            }
        }
        by_coup.retain(|_, (players, _)| players.len() > ONE_BY_ONE);
        owed.retain(|owed| !(matches!(owed.why, Why::NoWager { .. }) && by_coup.contains_key(&owed.record)));
        for (record, (players, absent)) in by_coup {
            let listed = first_of(&players);
            let many = players.len();
            let message = format!("{listed} made no wager, played no pass card, and were not disqualified");
            self.report(record, Code::TournamentNoWager, "no-wager", message, |finding| {
                finding.compared("a wager of each", format!("none of {many} players")).reading(absent)
            });
        }
    }

    /// Eliminations that no later record of their session confirms or refutes.
    pub(super) fn unresolved(&mut self) {
        for key in self.running.clone().into_values() {
            let Some(mut play) = self.plays.remove(&key) else { continue };
            if self.known {
                let minimum = table_minimum(&level::at(&play, &self.conditions, play.coups + 1));
                self.decide_eliminations(&mut play, minimum);
            }
            self.plays.insert(key, play);
        }
    }
}

/// How many players of one coup are reported or named one by one: beyond that, findings would fill a grid of players and
/// coups.
const ONE_BY_ONE: usize = 16;

/// The first of these names, and how many more there are.
fn first_of(names: &[String]) -> String {
    let listed = names.iter().take(ONE_BY_ONE).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(ONE_BY_ONE) {
        0 => listed,
        more => format!("{listed} and {more} more"),
    }
}

/// Whoever holds less than the minimum has fallen in the last coup.
pub(super) fn falls(play: &mut Play, minimum: i128) {
    let coup = play.coups;
    for player in play.players.values_mut().filter(|player| player.is_in && player.fell.is_none()) {
        if let Some(chips) = player.chips.filter(|chips| *chips < minimum) {
            player.fell = Some(Fall { coup, chips, wagered: player.wagered, record: 0 });
        }
    }
}

/// The players that a record names and that must be known to its session.
fn players_of(event: &SessionEvent) -> BTreeSet<&str> {
    match event {
        SessionEvent::Issue(issue) => BTreeSet::from([issue.player.as_str()]),
        SessionEvent::Breach { player, .. }
        | SessionEvent::Eliminated { player, .. }
        | SessionEvent::Disqualified { player, .. } => BTreeSet::from([player.as_str()]),
        SessionEvent::Count { counts, .. } => counts.iter().map(|count| count.player.as_str()).collect(),
        _ => BTreeSet::new(),
    }
}

/// Bounds in words.
fn words(bounds: &Bounds) -> String {
    let list = |of: &std::collections::BTreeMap<String, i64>| {
        let parts: Vec<String> = of.iter().map(|(bet, amount)| format!("{bet} {amount}")).collect();
        if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
    };
    format!("min {}; max {}", list(&bounds.min), list(&bounds.max))
}
