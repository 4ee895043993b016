use std::collections::HashSet;

use resettle_document::{
    Colons, Half, PayForm, PayLabel, PayReading, PayTotal, SEVENS_BET, holds_number, stated_odds_behind,
};
use resettle_game::Side;
use resettle_rules::{Condition, Fact, Scope, Values, When};
use resettle_yaml::Position;

use super::names::{self, BetName};
use super::places::Places;
use super::{Comparison, DocumentPlace};
use crate::clause::ClauseKind;
use crate::model::{Ruleset, WagerRow, WagerRule};
use crate::options::Elected;

/// A row of the paytable compared with the document's.
#[derive(Clone, Debug)]
pub struct TracedRow {
    /// The bet, as logs name it; what the document prints where the row could not be read.
    pub bet: String,
    /// Which winning wagers: `7`, `other`, `3 sevens`, `always` where that is the whole condition of the row, else the
    /// condition in words.
    pub when: String,
    /// The clause: the ruleset's citation, or where the document has the row.
    pub clause: String,
    /// The odds of the ruleset.
    pub ruleset: Option<String>,
    /// The odds of the document, in lowest terms, with what it says of a commission and of a stake that they hold; several
    /// where it is ambiguous.
    pub document: Vec<String>,
    /// How they compare.
    pub comparison: Comparison,
    /// The clause that the document has the row in, where the ruleset cites another one.
    pub should_cite: Option<String>,
    /// Whether the clause that the ruleset cites holds no such number at all.
    pub silent: bool,
    /// Where the row is in the YAML.
    pub yaml: Option<Position>,
    /// Where it is in the document.
    pub at: Option<DocumentPlace>,
}

/// Words that take something off odds.
const TAKING_OFF: [&str; 16] = [
    "%",
    "per cent",
    "percent",
    "commission",
    "vigorish",
    "less",
    "minus",
    "half",
    "deduct",
    "reduc",
    "net of",
    " tax",
    "kept",
    "keeps",
    "retain",
    "withheld",
];

/// A row that the document has, for one bet.
struct DocumentRow<'h> {
    bet: &'static str,
    when: PayTotal,
    odds: (u64, u64),
    /// The odds that the numbers are in the other order, where nothing shows which it is.
    turned: Option<(u64, u64)>,
    form: PayForm,
    commission: Option<(u64, u64)>,
    /// What else the line says of the odds, in words that are not known.
    unread: String,
    clause: &'h str,
    at: DocumentPlace,
    taken: bool,
}

impl DocumentRow<'_> {
    /// How what a row pays compares with it; a commission that the ruleset has a rate for is not part of the odds of its
    /// rows. What can be read in two ways, or has more said of it, is never more than unread; so is less, where what was not read
    /// takes something off.
    fn compared(&self, one: &Paying<'_>) -> Comparison {
        let own = self.is_paid(self.odds, one);
        match self.turned.map(|odds| self.is_paid(odds, one)) {
            None if own && self.unread.is_empty() => Comparison::Equal,
            None if own => Comparison::Unread,
            Some(turned) if own || turned => Comparison::Unread,
            _ if self.may_pay_less(one) => Comparison::Unread,
            _ => Comparison::Different,
        }
    }

    /// Whether words that were not read may take off the odds what a row pays less.
    fn may_pay_less(&self, one: &Paying<'_>) -> bool {
        let Some(pays) = one.row.pays().odds() else { return false };
        let low = self.unread.to_lowercase();
        let said = u128::from(self.odds.0) * u128::from(pays.stake());
        TAKING_OFF.iter().any(|word| low.contains(word)) && u128::from(pays.win()) * u128::from(self.odds.1) < said
    }

    fn is_paid(&self, odds: (u64, u64), one: &Paying<'_>) -> bool {
        let Some(pays) = one.row.pays().odds() else { return false };
        let rate = one.rules.commission_rate(&one.rule.bet);
        let rated = rate.map(|rate| (u64::from(rate.of_winnings.0), u64::from(rate.of_winnings.1)));
        let apart = self.commission.zip(rated).is_some_and(|((a, b), (c, d))| a.checked_mul(d) == b.checked_mul(c));
        let (win, stake) = (u64::from(pays.win()), u64::from(pays.stake()));
        // After what the house keeps of it.
        let (kept, of) = self.commission.filter(|_| !apart).unwrap_or((0, 1));
        let product = |one: [u64; 3]| one.iter().try_fold(1u128, |all, next| all.checked_mul(u128::from(*next)));
        let own = product([odds.0, stake, of.saturating_sub(kept)]);
        own.is_some() && own == product([odds.1, win, of])
    }

    /// The odds, and how the document says them where that is not "a to b".
    fn printed(&self) -> String {
        let mut out = odds(self.odds);
        if self.form == PayForm::For {
            let (a, b) = self.odds;
            out.push_str(&format!(" (printed {} for {b})", a.saturating_add(b)));
        }
        if let Some(turned) = self.turned {
            out.push_str(&format!(", or {}", self::odds(turned)));
        } else if self.form == PayForm::StakeFirst {
            let (a, b) = self.odds;
            out.push_str(&format!(" (printed {b}:{a})"));
        }
        if let Some((kept, of)) = self.commission {
            out.push_str(&format!(", less {kept} in {of}"));
        }
        if !self.unread.is_empty() {
            let more: Vec<&str> = self.unread.split_whitespace().collect();
            out.push_str(&format!("; not read: {}", more.join(" ")));
        }
        out
    }
}

impl TracedRow {
    /// Which row it is, as it is named among what was not compared.
    pub(super) fn named(&self) -> String {
        let line = self.at.map_or_else(String::new, |at| format!(" line {}", at.line));
        match &self.ruleset {
            None => {
                // The odds alone, without the words before them.
                let words: Vec<&str> = self.bet.split_whitespace().rev().take(3).collect();
                format!("{}{line}: {}", self.clause, words.into_iter().rev().collect::<Vec<_>>().join(" "))
            }
            Some(own) => format!("{} by {}{line}: {own}", self.bet, self.clause),
        }
    }

    /// Whether the document says the same, as far as it was compared.
    #[must_use]
    pub fn agrees(&self) -> bool {
        matches!(self.comparison, Comparison::Equal | Comparison::Stated)
    }

    /// Whether it was not compared, or not whole: the document could not be asked about a row of the ruleset, states its
    /// odds and not in known words for which outcome, or states odds that belong to no row.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        matches!(self.comparison, Comparison::Unread | Comparison::Stated)
    }
}

/// A row by which a bet wins, with rules under which it holds, and whether it is reported.
struct Paying<'r> {
    rules: &'r Ruleset,
    rule: &'r WagerRule,
    row: &'r WagerRow,
    yaml: Position,
    reported: bool,
}

/// Odds of a clause that no label of a table says more about.
struct Stated<'h> {
    clause: &'h str,
    found: DocumentRow<'h>,
    printed: String,
    headed: bool,
    /// Whether its sentence speaks of paying.
    pays: bool,
    /// The bet that its sentence names for it, if it names one.
    bet: Option<&'h str>,
}

/// All odds of a document, clause by clause, each with whether the head of a table is among them.
pub(super) struct DocumentOdds(Vec<(Vec<PayReading>, bool)>);

impl DocumentOdds {
    pub(super) fn of(half: &Half) -> Self {
        let texts: Vec<_> = (0..half.clauses().len()).map(|at| half.text(at)).collect();
        let colons = texts.iter().map(|text| Colons::of(text)).fold(Colons::default(), Colons::and);
        let mut out: Vec<(Vec<PayReading>, bool)> = Vec::with_capacity(texts.len());
        for text in &texts {
            let above = out.last().and_then(|(rows, _)| rows.last());
            out.push(stated_odds_behind(text, colons, above));
        }
        Self(out)
    }

    /// What the odds of a clause keep of winnings, or pay of the stake, in hundredths of a per cent: `less a 5 % commission` is
    /// 500.
    pub(super) fn shares(&self, clause: usize) -> impl Iterator<Item = u64> + '_ {
        let rows = self.0.get(clause).into_iter().flat_map(|(rows, _)| rows);
        let all = rows.flat_map(|row| row.commission.into_iter().chain(row.values.iter().copied()));
        all.filter_map(|(part, of)| part.checked_mul(10_000)?.checked_div(of))
    }
}

pub(super) fn trace(
    ruleset: &Ruleset,
    half: &Half,
    all: &DocumentOdds,
    places: &Places,
    elected: Option<&Elected>,
) -> Vec<TracedRow> {
    let paying = paying(ruleset, places, elected);
    let bets: Vec<BetName<'_>> = names::of(ruleset);
    let recorded: HashSet<&str> = ruleset
        .clauses
        .iter()
        .filter(|clause| clause.kind == ClauseKind::Recorded)
        .map(|clause| clause.number.as_str())
        .collect();
    let cited = |clause: &str| paying.iter().any(|one| one.row.settled_by().all().iter().any(|own| own == clause));
    let mut found = Vec::new();
    let mut stated = Vec::new();
    let mut unread = Vec::new();
    for ((place, clause), (rows, headed)) in half.clauses().iter().enumerate().zip(&all.0) {
        let (headed, mut spoken) = (*headed, names::Spoken::default());
        for row in rows {
            let bet = spoken.bet(row, &bets);
            let at = DocumentPlace { page: clause.page, line: half.line_of(place, row.line) };
            let turned = row.values.get(1).copied();
            let one = |bet: &'static str, when, odds| DocumentRow {
                bet,
                when,
                odds,
                turned,
                form: row.form,
                commission: row.commission,
                unread: row.unread.clone(),
                clause: &clause.number,
                at,
                taken: false,
            };
            match row.readings.as_slice() {
                [(label, a, b), more @ ..]
                    if more.len() == usize::from(turned.is_some())
                        && (headed || !cited(&clause.number) || offered(ruleset, label)) =>
                {
                    found.extend(label.bets.iter().map(|bet| one(bet, label.when, (*a, *b))));
                }
                readings if readings.len() <= 1 + usize::from(turned.is_some()) => {
                    let Some(value) = row.values.first() else {
                        unread.extend(headed.then(|| doubtful(row, &clause.number, at)));
                        continue;
                    };
                    stated.push(Stated {
                        clause: &clause.number,
                        found: one("", PayTotal::Always, *value),
                        printed: row.printed.clone(),
                        headed,
                        pays: row.pays,
                        bet,
                    });
                }
                _ => unread.push(doubtful(row, &clause.number, at)),
            }
        }
    }
    let mut out: Vec<(bool, TracedRow)> = paying.iter().map(|one| (one.reported, traced(one, &mut found))).collect();
    beside_clauses(&paying, &mut out, &mut stated);
    in_another_clause(&paying, &mut out, &mut stated, half);
    let mut out: Vec<TracedRow> = out.into_iter().filter(|(reported, _)| *reported).map(|(_, row)| row).collect();
    out.extend(found.iter().filter(|row| !row.taken).map(|row| TracedRow {
        bet: row.bet.to_owned(),
        when: when(row.when),
        clause: row.clause.to_owned(),
        ruleset: None,
        document: vec![row.printed()],
        comparison: Comparison::Missing,
        should_cite: None,
        silent: false,
        yaml: None,
        at: Some(row.at),
    }));
    // What is in a table, in a clause that is cited for odds, or paid by a clause of which nobody said why no rule enforces it,
    // and belongs to no row.
    let asked = |odds: &Stated<'_>| odds.headed || cited(odds.clause) || (odds.pays && !recorded.contains(odds.clause));
    for odds in stated.iter().filter(|odds| !odds.found.taken && asked(odds)) {
        unread.push(TracedRow {
            bet: odds.printed.split_whitespace().collect::<Vec<_>>().join(" "),
            when: String::new(),
            clause: odds.clause.to_owned(),
            ruleset: None,
            document: Vec::new(),
            comparison: Comparison::Unread,
            should_cite: None,
            silent: false,
            yaml: None,
            at: Some(odds.found.at),
        });
    }
    unread.sort_by_key(|row| row.at.map(|at| (at.page, at.line)));
    out.extend(unread);
    out
}

/// Whether a label names a bet of the ruleset.
fn offered(ruleset: &Ruleset, label: &PayLabel) -> bool {
    ruleset.each().any(|rules| label.bets.iter().any(|bet| rules.wager(bet).is_some()))
}

/// Every row by which a bet wins, under whichever choices, in the order of the file.
fn paying<'r>(ruleset: &'r Ruleset, places: &Places, elected: Option<&Elected>) -> Vec<Paying<'r>> {
    let rows = |rules: &'r Ruleset| {
        let all = rules.wagers.iter().flat_map(|rule| rule.rows.iter().map(move |row| (rule, row)));
        all.filter(|(_, row)| row.pays().wins())
    };
    let reported: Vec<(Position, bool)> = places.rows(elected).collect();
    if ruleset.variants.is_empty() {
        let yaml = reported.into_iter().map(|(place, _)| place).chain(std::iter::repeat(Position::default()));
        return rows(ruleset)
            .zip(yaml)
            .map(|((rule, row), yaml)| Paying { rules: ruleset, rule, row, yaml, reported: true })
            .collect();
    }
    let mut out: Vec<Option<Paying<'r>>> = reported.iter().map(|_| None).collect();
    for (choices, rules) in &ruleset.variants {
        let kept = places.rows(Some(choices)).enumerate().filter(|(_, (_, stands))| *stands);
        for ((at, (yaml, _)), (rule, row)) in kept.zip(rows(rules)) {
            if let (Some(slot), Some((_, reported))) = (out.get_mut(at), reported.get(at)) {
                slot.get_or_insert(Paying { rules, rule, row, yaml, reported: *reported });
            }
        }
    }
    out.into_iter().flatten().collect()
}

/// Rows that no label of a table is for are compared with the odds of the clause that they cite: those of the bets that its
/// sentences name beside the odds, else in the order of both.
fn beside_clauses(paying: &[Paying<'_>], out: &mut [(bool, TracedRow)], stated: &mut [Stated<'_>]) {
    let mut clauses: Vec<&str> = stated.iter().map(|odds| odds.clause).collect();
    clauses.dedup();
    for clause in clauses {
        let open = |out: &[(bool, TracedRow)], at: usize| {
            out.get(at).is_some_and(|(_, row)| row.comparison == Comparison::Unread && row.document.is_empty())
        };
        let cites =
            |at: &usize| paying.get(*at).is_some_and(|one| one.row.settled_by().all().iter().any(|own| own == clause));
        let rows: Vec<usize> = (0..paying.len()).filter(|at| open(out, *at)).filter(cites).collect();
        let mut odds: Vec<&mut Stated<'_>> = stated.iter_mut().filter(|odds| odds.clause == clause).collect();
        let bet_of = |at: &usize| paying.get(*at).map(|one| one.rule.bet.as_str());
        let mut named: Vec<&str> = odds.iter().filter_map(|odds| odds.bet).collect();
        named.sort_unstable();
        named.dedup();
        for bet in named {
            let own: Vec<usize> = rows.iter().copied().filter(|at| bet_of(at) == Some(bet)).collect();
            let beside: Vec<&mut Stated<'_>> =
                odds.iter_mut().filter(|odds| odds.bet == Some(bet)).map(|odds| &mut **odds).collect();
            in_order(paying, &own, out, beside);
        }
        let rest: Vec<usize> = rows.into_iter().filter(|at| open(out, *at)).collect();
        let untaken = |odds: &Stated<'_>| odds.bet.is_none_or(|bet| !rest.iter().any(|at| bet_of(at) == Some(bet)));
        let beside = odds.into_iter().filter(|odds| !odds.found.taken && untaken(odds)).collect();
        in_order(paying, &rest, out, beside);
    }
}

/// Rows of which the clause that they cite holds no number, and another one states the odds, which are no other row's: the
/// clauses were numbered anew.
fn in_another_clause(paying: &[Paying<'_>], out: &mut [(bool, TracedRow)], stated: &mut [Stated<'_>], half: &Half) {
    for (one, (_, row)) in paying.iter().zip(out) {
        if row.comparison != Comparison::Unread || !row.document.is_empty() {
            continue;
        }
        let Some(pays) = one.row.pays().odds().filter(|pays| pays.win() != pays.stake()) else { continue };
        let (win, stake) = (u64::from(pays.win()), u64::from(pays.stake()));
        let cited = one.row.settled_by().all();
        // What stands in an item below is said by the clause too.
        let below = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_digit());
        let within = |number: &str| cited.iter().any(|own| number.strip_prefix(own.as_str()).is_some_and(below));
        let said = half.clauses().iter().enumerate().filter(|(_, clause)| within(&clause.number)).any(|(at, _)| {
            let text = half.text(at);
            [win, win.saturating_add(stake)].iter().any(|number| holds_number(&text, *number))
        });
        let fits = |odds: &&mut Stated<'_>| {
            !odds.found.taken && !within(odds.clause) && odds.found.compared(one) != Comparison::Different
        };
        if said {
            continue;
        }
        if let Some(odds) = stated.iter_mut().find(fits) {
            odds.found.taken = true;
            row.comparison = Comparison::Miscited;
            row.document = vec![odds.found.printed()];
            row.should_cite = Some(odds.clause.to_owned());
            row.silent = true;
            row.at = Some(odds.found.at);
        }
    }
}

/// Rows beside odds, in the order of both; where the same odds stand there in another order, which is whose is left open.
fn in_order(paying: &[Paying<'_>], rows: &[usize], out: &mut [(bool, TracedRow)], mut odds: Vec<&mut Stated<'_>>) {
    let same = rows.len() == odds.len();
    let turned = if same { in_another_order(paying, rows, &odds) } else { None };
    let (mut next, mut last) = (0, None);
    for (place, at) in rows.iter().enumerate() {
        let (Some(one), Some((_, row))) = (paying.get(*at), out.get_mut(*at)) else { continue };
        let fits = |odds: &Stated<'_>| odds.found.compared(one) != Comparison::Different;
        let found = match &turned {
            Some(order) => order.get(place).copied(),
            None if same => Some(place),
            None => {
                // Two bets may be paid by one statement; what is between is left to be reported.
                let ahead = (next..odds.len()).find(|at| odds.get(*at).is_some_and(|odds| fits(odds)));
                ahead.or(last.filter(|at: &usize| odds.get(*at).is_some_and(|odds| fits(odds))))
            }
        };
        match found.and_then(|at| odds.get_mut(at)) {
            Some(odds) => {
                odds.found.taken = true;
                row.comparison = match odds.found.compared(one) {
                    Comparison::Equal if turned.is_some() => Comparison::Unread,
                    Comparison::Equal => Comparison::Stated,
                    other => other,
                };
                row.document = vec![odds.found.printed()];
                row.at = Some(odds.found.at);
            }
            None => {
                row.comparison = Comparison::Different;
                row.document = odds.iter().map(|odds| odds.found.printed()).collect();
                row.document.dedup();
            }
        }
        if let Some(found) = found {
            (next, last) = (found + 1, Some(found));
        }
    }
}

/// Which odds are each row's, where each has its own and they stand in another order than the rows.
fn in_another_order(paying: &[Paying<'_>], rows: &[usize], odds: &[&mut Stated<'_>]) -> Option<Vec<usize>> {
    let fits = |row: &usize, at: usize| {
        paying.get(*row).zip(odds.get(at)).is_some_and(|(one, odds)| odds.found.compared(one) != Comparison::Different)
    };
    if rows.iter().enumerate().all(|(at, row)| fits(row, at)) {
        return None;
    }
    let mut order: Vec<usize> = Vec::new();
    for row in rows {
        order.push((0..odds.len()).find(|at| !order.contains(at) && fits(row, *at))?);
    }
    Some(order)
}

/// What a label can say of a row: of the rows by which a bet wins the total or the count that distinguishes it from the
/// others. None where other facts do.
fn label(rule: &WagerRule, row: &WagerRow) -> Option<PayTotal> {
    if winning(rule).count() == 1 {
        return Some(PayTotal::Always);
    }
    let When::Is(condition) = &row.row.when else { return None };
    let mut label = None;
    let mut plain = !matches!(condition, Condition::Any(_));
    condition.each(&mut |fact, values| {
        let only = values.iter().next().filter(|_| values.len() == 1);
        let own = match (fact, only) {
            (Fact::Winner, _) => return,
            (Fact::Total(_), Some(total)) => PayTotal::Total(total),
            (Fact::Total(_), None) => PayTotal::Other,
            (Fact::Count(of, Scope::Both), Some(count)) if of.suit.is_none() => PayTotal::Sevens(count),
            _ => {
                plain = false;
                return;
            }
        };
        plain &= label.replace(own).is_none_or(|before| before == own);
    });
    label.filter(|_| plain)
}

fn winning(rule: &WagerRule) -> impl Iterator<Item = &WagerRow> {
    rule.rows.iter().filter(|row| row.pays().wins())
}

/// Whether a label says the whole condition of a row: "a Tie with a total of 7" nothing of how many cards are dealt.
fn says_all(label: PayTotal, rule: &WagerRule, row: &WagerRow) -> bool {
    let When::Is(condition) = &row.row.when else { return false };
    let mut all = !matches!(condition, Condition::Any(_));
    let mut named = false;
    condition.each(&mut |fact, values| {
        let only = values.iter().next().filter(|_| values.len() == 1);
        let own_hand = |side: Side| rule.bet == side.name().to_lowercase() || rule.bet == "tie";
        let said = match (fact, only, label) {
            (Fact::Winner, Some(winner), _) => WINNERS.get(usize::from(winner)).is_some_and(|name| *name == rule.bet),
            (Fact::Pair(side), Some(1), PayTotal::Always) => rule.bet == format!("{}_pair", side.name().to_lowercase()),
            (Fact::Total(side), Some(total), PayTotal::Total(own)) => own_hand(side) && total == own,
            (Fact::Total(side), None, PayTotal::Other) => own_hand(side) && values == others(rule, fact),
            (Fact::Count(of, Scope::Both), Some(count), PayTotal::Sevens(own)) => {
                of.suit.is_none() && of.rank.face_value() == Some(7) && count == own && rule.bet == SEVENS_BET
            }
            _ => false,
        };
        all &= said;
        named |= matches!(fact, Fact::Winner | Fact::Pair(_) | Fact::Count(..));
    });
    all && named
}

/// The bets on the outcome, by the value of the fact.
const WINNERS: [&str; 3] = ["player", "banker", "tie"];

/// The totals that no other row by which the bet wins names alone.
fn others(rule: &WagerRule, total: Fact) -> Values {
    let mut left = total.domain();
    for row in winning(rule) {
        let When::Is(condition) = &row.row.when else { continue };
        condition.each(&mut |fact, values| {
            if fact == total && values.len() == 1 {
                left = left.without(values);
            }
        });
    }
    left
}

fn traced(one: &Paying<'_>, found: &mut [DocumentRow<'_>]) -> TracedRow {
    let Paying { rule, row, yaml, .. } = *one;
    let own = label(rule, row);
    // For a bet that the document's tables name, a row missing from them is absent; for others the clause decides.
    let tabled = found.iter().any(|found| found.bet == rule.bet);
    let mut document = Vec::new();
    let mut at = None;
    let mut elsewhere = None;
    let mut compared = Comparison::Equal;
    for found in found.iter_mut().filter(|found| found.bet == rule.bet && Some(found.when) == own) {
        found.taken = true;
        let printed = found.printed();
        compared = match (compared, found.compared(one)) {
            (Comparison::Different, _) | (_, Comparison::Different) => Comparison::Different,
            (Comparison::Unread, _) | (_, Comparison::Unread) => Comparison::Unread,
            _ => Comparison::Equal,
        };
        if !row.settled_by().all().iter().any(|clause| clause == found.clause) {
            elsewhere = elsewhere.or(Some(found.clause.to_owned()));
        }
        at = at.or(Some(found.at));
        if !document.contains(&printed) {
            document.push(printed);
        }
    }
    let whole = own.is_some_and(|own| says_all(own, rule, row));
    let comparison = match document.len() {
        0 if tabled && own.is_some() => Comparison::Absent,
        0 => Comparison::Unread,
        1 if compared == Comparison::Equal && elsewhere.is_some() => Comparison::Miscited,
        // The label says less than the row's condition: that was not compared.
        1 if compared == Comparison::Equal && !whole => Comparison::Stated,
        1 => compared,
        _ => Comparison::Ambiguous,
    };
    TracedRow {
        bet: rule.bet.clone(),
        when: own.filter(|_| whole).map_or_else(|| row.row.in_words(), when),
        clause: row.settled_by().to_string(),
        ruleset: Some(row.pays().to_string()),
        document,
        comparison,
        should_cite: elsewhere,
        silent: false,
        yaml: Some(yaml),
        at,
    }
}

/// A row of the document that has no reading, or several.
fn doubtful(row: &PayReading, clause: &str, at: DocumentPlace) -> TracedRow {
    let document = row
        .readings
        .iter()
        .map(|(label, a, b)| format!("{} {} pays {}", label.bets.join(" and "), when(label.when), odds((*a, *b))));
    let document: Vec<String> = document.collect();
    TracedRow {
        bet: row.printed.split_whitespace().collect::<Vec<_>>().join(" "),
        when: String::new(),
        clause: clause.to_owned(),
        ruleset: None,
        comparison: if document.is_empty() { Comparison::Unread } else { Comparison::Ambiguous },
        document,
        should_cite: None,
        silent: false,
        yaml: None,
        at: Some(at),
    }
}

fn when(when: PayTotal) -> String {
    match when {
        PayTotal::Total(total) => total.to_string(),
        PayTotal::Other => "other".to_owned(),
        PayTotal::Sevens(count) => format!("{count} sevens"),
        PayTotal::Always => "always".to_owned(),
    }
}

fn odds((a, b): (u64, u64)) -> String {
    format!("{a} to {b}")
}
