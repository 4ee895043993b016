use std::borrow::Cow;

use resettle_audit::{CardOrder, CoupResult, CoupSeen, Section, WagerSeen};
use resettle_coup_log::{Coup, Wager};
use resettle_game::{Mode, To};
use resettle_sealed_log::Time;
use serde::{Deserialize, Serialize};

/// A coup that a finding stands at, with its cards, its wagers, and the steps by which it was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CoupRow {
    /// The log's id.
    pub log: String,
    /// The path of the file, as it was given.
    pub file: String,
    /// Line of its record, from 1.
    pub line: Option<u64>,
    /// The shoe's id; `None` where it is about no shoe.
    pub shoe: Option<String>,
    /// The coup's number in its shoe; `None` where it is about no coup.
    pub coup: Option<u64>,
    /// When its record was written.
    pub at: String,
    /// The most severe of its findings.
    pub severity: String,
    /// The ruleset that judged it; none where none was in force.
    pub ruleset: Option<String>,
    /// Whether it was logged as a no-bet coup.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_bet: bool,
    /// `chips` where it belongs to a tournament, whose chips are no money; else left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The tournament, and its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<[String; 2]>,
    /// The cards in the order drawn, as logged.
    pub cards: Vec<String>,
    /// The cards in their order after a reconstruction, where there was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reconstructed_cards: Vec<String>,
    /// What it came to.
    #[serde(flatten)]
    pub outcome: CoupOutcome,
    /// The wagers.
    pub wagers: Vec<WagerRow>,
    /// How it was judged, step by step.
    pub steps: Vec<StepRow>,
}

/// What a coup came to, and what was announced and shown of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CoupOutcome {
    /// The Player's physical cards: as the rules deal them where that gave the result, else where the log says that
    /// they went; empty where neither is known.
    pub player: Vec<String>,
    /// The Banker's, likewise.
    pub banker: Vec<String>,
    /// The value printed on the layout as the Player's first card.
    pub permanent: Option<u8>,
    /// The point total that the Player's hand was settled by.
    pub player_total: Option<u8>,
    /// The Banker's, likewise.
    pub banker_total: Option<u8>,
    /// Cards of face value 7 in both hands that it was settled by, the permanent one included; only where the log or a bet
    /// counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sevens: Option<u8>,
    /// What the cards give of a coup that was voided without ground: `player`, `banker`, `tie`. The hands, the point totals
    /// and the sevens are then those of the cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards_give: Option<String>,
    /// What came of it: `player`, `banker`, `tie`, `void`, `unknown`.
    pub result: String,
    /// Whether the cards, dealt by the rules, gave that.
    pub from_cards: bool,
    /// What was announced.
    pub declared: Option<DeclaredRow>,
    /// What the display showed.
    pub wrd: Option<String>,
}

/// What decides a finding about a coup: what the coup came to, and the wager that the finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DecidedBy {
    /// The cards in the order drawn, as logged, where the hands are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<String>,
    /// What the coup came to.
    #[serde(flatten)]
    pub outcome: CoupOutcome,
    /// Whether the hands are those of the cards as they were reconstructed, not as they were drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reconstructed: bool,
    /// When bets were closed, of a wager; as it is logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// The time of the coup at which that is: `first_card` where the rules close bets with it; left out where it is the logged
    /// `closed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_by: Option<Cow<'static, str>>,
    /// The wager.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wager: Option<WagerRow>,
    /// What all wagers of the coup came to, where the finding is about none of them alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wagers: Option<WagersDecided>,
}

/// What all wagers of a coup came to: those that went wrong either way do not cancel out. Money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WagersDecided {
    /// How many wagers.
    pub wagers: u64,
    /// What went back beyond what was due.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub overpaid: i128,
    /// To whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overpaid_to: Vec<WrongTo>,
    /// What was due and did not go back.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub underpaid: i128,
    /// To whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub underpaid_to: Vec<WrongTo>,
    /// What was staked on wagers of a void coup and was not due: stakes that a clause keeps.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub kept: i128,
    /// Of whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept_of: Vec<WrongTo>,
    /// Of how many what was due cannot be known.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub not_judged: u64,
    /// What was staked on these.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub staked_not_judged: i128,
    /// What went back of these.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub returned_not_judged: i128,
    /// On which bets these were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_judged_on: Vec<String>,
}

/// What went back wrongly to one person or place on one bet. Money in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WrongTo {
    /// Player, seat or terminal, as the log names it; the wager where it names none.
    pub whose: String,
    /// The bet; empty in reports of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bet: String,
    /// The sum.
    pub money: i128,
}

impl WagersDecided {
    fn of<'w>(wagers: impl Iterator<Item = (&'w Wager, &'w WagerSeen)>, is_void: bool) -> Option<Self> {
        let mut sum = Self::default();
        let add = |names: &mut Vec<WrongTo>, wager: &Wager, money: i128| {
            let whose = whose_of(wager);
            match names.iter_mut().find(|one| one.whose == whose && one.bet == wager.bet) {
                Some(known) => known.money += money,
                None => names.push(WrongTo { whose, bet: wager.bet.clone(), money }),
            }
        };
        for (wager, seen) in wagers {
            sum.wagers += 1;
            if !seen.judged {
                sum.not_judged += 1;
                sum.staked_not_judged += i128::from(seen.stake);
                sum.returned_not_judged += seen.returned;
                if !sum.not_judged_on.contains(&wager.bet) {
                    sum.not_judged_on.push(wager.bet.clone());
                }
                continue;
            }
            let kept = if is_void { i128::from(seen.stake) - seen.due } else { 0 };
            if kept > 0 {
                sum.kept += kept;
                add(&mut sum.kept_of, wager, kept);
            }
            let error = seen.returned - seen.due;
            sum.overpaid += error.max(0);
            sum.underpaid += (-error).max(0);
            let names = match error {
                0 => continue,
                1.. => &mut sum.overpaid_to,
                _ => &mut sum.underpaid_to,
            };
            add(names, wager, error.abs());
        }
        (sum.wagers > 0).then_some(sum)
    }
}

/// Whose a wager is at its table: the account, else seat or terminal, else its name.
fn whose_of(wager: &Wager) -> String {
    let named = |what: &str, name: &Option<String>| name.as_ref().map(|name| format!("{what} {name}"));
    let by_place = || named("seat", &wager.seat).or_else(|| named("terminal", &wager.terminal));
    named("player", &wager.player).or_else(by_place).unwrap_or_else(|| format!("wager {}", wager.name))
}

/// What was announced of a coup; each part only where it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct DeclaredRow {
    /// The result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The Player's point total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<i64>,
    /// The Banker's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banker: Option<i64>,
    /// The cards of face value 7.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sevens: Option<i64>,
}

/// One wager of such a coup. Money in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct WagerRow {
    /// How findings name it.
    pub name: String,
    /// The bet's id in its ruleset.
    pub bet: String,
    /// What lay on the layout.
    pub stake: i64,
    /// What went back, as logged.
    pub returned: i64,
    /// Commission collected apart from that.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub commission: i64,
    /// What was due; where two amounts are right the nearer one, where nothing is judged what went back.
    pub due: i128,
    /// What went back, commission taken off, less what was due; left out where that is nothing.
    #[serde(default, skip_serializing_if = "crate::tally::is_nought")]
    pub error: i128,
    /// What became of the stake by the outcome, as rulesets write it: `9 to 5`, `push`, `loses`, `loses 1 of 2`; left out if it
    /// was not at risk, or if nothing is judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays: Option<String>,
    /// Whether nobody can say what was due.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_judged: bool,
    /// Whether it was not accepted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
    /// Whether it was removed after a reconstruction.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// Whose it is; `None` where the log names nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The seat's id; `None` where the log names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// The terminal's id; `None` where the log names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal: Option<String>,
    /// When it was placed, where that is logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placed: Option<String>,
    /// When it was taken back, where that is logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<String>,
    /// Why the cards could neither win nor lose it: `late`, `withdrawn`, `voided` and the like; left out where they could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_at_risk: Option<String>,
}

/// One step of a judgement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct StepRow {
    /// The question that it helps to answer.
    pub section: String,
    /// The clauses that ground it, of the ruleset that judges.
    pub clause: Option<String>,
    /// In words. May quote text of the log: neutralise before printing.
    pub text: String,
    /// Whether it belongs to the step before that does not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inner: bool,
    /// Whether this is a choice where the document is silent or unclear.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reading: bool,
}

impl CoupRow {
    /// The order of reports: log, line, file.
    #[must_use]
    pub fn sort_key(&self) -> (&str, u64, &str) {
        (&self.log, self.line.unwrap_or(0), &self.file)
    }
}

impl From<&CoupSeen<'_>> for CoupRow {
    fn from(seen: &CoupSeen<'_>) -> Self {
        let coup = &*seen.logged.whole();
        Self {
            log: seen.log.to_string(),
            file: seen.file.to_string(),
            line: seen.line,
            shoe: coup.shoe.clone(),
            coup: coup.coup,
            at: seen.dated().to_owned(),
            severity: seen.worst.map_or("", |worst| worst.word()).to_owned(),
            ruleset: seen.ruleset.map(|ruleset| ruleset.id.clone()),
            no_bet: coup.mode == Some(Mode::NoBet),
            unit: coup.tournament.as_ref().map(|_| "chips".to_owned()),
            tournament: coup.tournament.as_ref().map(|own| [own.id.clone(), own.session.clone()]),
            cards: coup.cards.iter().flatten().map(ToString::to_string).collect(),
            reconstructed_cards: coup.reconstructed_cards.iter().flatten().map(ToString::to_string).collect(),
            outcome: CoupOutcome::of(seen, coup),
            wagers: coup.wagers.iter().flatten().zip(seen.wagers).map(WagerRow::from).collect(),
            steps: seen.trace.iter().flat_map(|trace| &trace.sections).flat_map(steps).collect(),
        }
    }
}

impl CoupOutcome {
    /// Whether the result is the one that was announced.
    #[must_use]
    pub fn is_as_announced(&self) -> bool {
        self.declared.as_ref().is_some_and(|declared| declared.result.as_deref() == Some(&self.result))
    }

    fn of(seen: &CoupSeen<'_>, coup: &Coup) -> Self {
        let (player, banker) = hands(seen, coup);
        let without_ground = seen.without_ground.map(|(outcome, _)| outcome);
        let totals = without_ground.map_or(seen.totals, |outcome| outcome.totals);
        let sevens = without_ground.map_or(seen.sevens, |outcome| outcome.sevens);
        let winner = without_ground.and_then(|outcome| outcome.winner);
        Self {
            player,
            banker,
            permanent: seen.ruleset.and_then(|ruleset| ruleset.deal.permanent.player),
            player_total: totals.player,
            banker_total: totals.banker,
            sevens: sevens.filter(|_| seen.counts_sevens()),
            cards_give: winner.map(|winner| winner.word().to_owned()),
            result: seen.result.word().to_owned(),
            from_cards: seen.from_cards,
            declared: coup.declared.map(|declared| DeclaredRow {
                result: declared.result.map(|result| result.word().to_owned()),
                player: declared.player,
                banker: declared.banker,
                sevens: declared.sevens,
            }),
            wrd: coup.wrd.map(|shown| shown.word().to_owned()),
        }
    }
}

impl DecidedBy {
    /// What decides a finding about a coup; `wager` is the name of the wager that it is about.
    #[must_use]
    pub fn of(seen: &CoupSeen<'_>, wager: Option<&str>) -> Self {
        let coup = &*seen.logged.whole();
        let mut all = coup.wagers.iter().flatten().zip(seen.wagers);
        let wagers =
            if wager.is_none() { WagersDecided::of(all.clone(), seen.result == CoupResult::Void) } else { None };
        let wager = wager.and_then(|name| all.find(|(wager, _)| wager.name == name)).map(WagerRow::from);
        let times =
            [("closed", &coup.times.closed), ("first_card", &coup.times.first_card), ("opened", &coup.times.opened)];
        let close = seen.close().filter(|_| wager.is_some());
        let at =
            |time: &Option<Time>| time.as_ref().filter(|time| close == Some(time.moment())).map(ToString::to_string);
        let (by, closed) = times.into_iter().find_map(|(by, time)| Some((by, at(time)?))).unzip();
        let closed_by = by.filter(|by| *by != "closed").map(Cow::Borrowed);
        let outcome = CoupOutcome::of(seen, coup);
        let in_hands = !outcome.player.is_empty() || !outcome.banker.is_empty();
        let cards = coup.cards.iter().flatten().filter(|_| !in_hands).map(ToString::to_string).collect();
        let reconstructed = seen.order == Some(CardOrder::Reconstructed);
        Self { cards, outcome, reconstructed, closed, closed_by, wager, wagers }
    }
}

fn hands(seen: &CoupSeen<'_>, coup: &Coup) -> (Vec<String>, Vec<String>) {
    let of_the_void = seen.without_ground.map(|(_, hands)| Cow::Borrowed(hands));
    if let Some(hands) = seen.hands().or(of_the_void) {
        let shown = |cards: &[resettle_game::KnownCard]| cards.iter().map(ToString::to_string).collect();
        return (shown(&hands.cards.player), shown(&hands.cards.banker));
    }
    let cards = coup.reconstructed_cards.as_ref().or(coup.cards.as_ref()).into_iter().flatten();
    let placed: Vec<(String, To)> = cards.map(ToString::to_string).zip(coup.to.iter().flatten().copied()).collect();
    let of = |hand: To| placed.iter().filter(|(_, to)| *to == hand).map(|(card, _)| card.clone()).collect();
    (of(To::Player), of(To::Banker))
}

impl From<(&Wager, &WagerSeen)> for WagerRow {
    fn from((wager, seen): (&Wager, &WagerSeen)) -> Self {
        Self {
            name: wager.name.clone(),
            bet: wager.bet.clone(),
            stake: wager.stake,
            returned: wager.returned,
            commission: wager.commission,
            due: seen.due,
            error: seen.returned - seen.due,
            pays: seen.pays.map(|pays| pays.to_string()),
            not_judged: !seen.judged,
            refused: !wager.accepted,
            removed: wager.removed,
            player: wager.player.clone(),
            seat: wager.seat.clone(),
            terminal: wager.terminal.clone(),
            placed: wager.placed.as_ref().map(ToString::to_string),
            withdrawn: wager.withdrawn.as_ref().map(ToString::to_string),
            not_at_risk: seen.not_at_risk.map(|why| why.word().to_owned()),
        }
    }
}

fn steps(section: &Section) -> impl Iterator<Item = StepRow> {
    section.steps.iter().map(|step| StepRow {
        section: section.title.to_owned(),
        clause: step.clause.clone(),
        text: step.text.clone(),
        inner: step.inner,
        reading: step.reading,
    })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(n: &i64) -> bool {
    *n == 0
}
