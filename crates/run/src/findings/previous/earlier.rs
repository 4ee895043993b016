//! What is read of an earlier report.

use std::collections::{BTreeMap, BTreeSet};

use resettle_oversight::carried::{Asked, Before, Carried, Marks, is_exception};
use resettle_oversight::disposition::DispositionKind;
use resettle_oversight::{Date, Exception, fingerprint, parse_date};
use resettle_report::document::{
    CarriedRow, DispositionNote, Expected, ExpectedWin, FactsUsed, Input, InputTable, JudgedWith, RosterUsed, TrendRow,
    TrustUsed, WinByChance,
};
use resettle_report::print::neutral;
use resettle_report::tally::TableTotals;
use resettle_sealed_log::{Digest, Moment, Time};
use serde::Deserialize;

/// The most earlier periods in a trend.
const MOST_PERIODS: usize = 12;

/// What is read of an earlier report.
#[derive(Deserialize)]
pub(super) struct Earlier {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) generated_at: String,
    pub(super) inputs: Vec<Input>,
    pub(super) summary: EarlierSummary,
    findings: Vec<EarlierFinding>,
    #[serde(default)]
    register: Vec<EarlierRecord>,
    #[serde(default)]
    shoes: Vec<EarlierShoe>,
    #[serde(default)]
    pub(super) before: Vec<Before>,
    #[serde(default)]
    carried: Vec<CarriedRow>,
    #[serde(default)]
    tables: Vec<TableTotals>,
    #[serde(default)]
    days: Vec<EarlierDay>,
    #[serde(default)]
    expected: Expected,
    scope: Option<EarlierScope>,
    #[serde(default)]
    trend: Vec<TrendRow>,
}

/// A day of play, `YYYY-MM-DD`.
#[derive(Deserialize)]
struct EarlierDay {
    day: String,
}

/// What an earlier report says that it was judged by.
#[derive(Deserialize)]
pub(super) struct EarlierGround {
    judged_by: Option<String>,
    facts: Option<FactsUsed>,
    trust: Option<TrustUsed>,
    approvers: Option<TrustUsed>,
    heads: Option<serde::de::IgnoredAny>,
    judged_with: Option<JudgedWith>,
    rulesets: Vec<EarlierRuleset>,
    roster: Option<RosterUsed>,
    #[serde(default)]
    digests: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
struct EarlierRuleset {
    id: String,
    sha256: String,
}

impl EarlierGround {
    /// What a version says that kept no `judged_with`: its settings are not known.
    pub(super) fn asked(self) -> Asked {
        if let Some(judged) = self.judged_with {
            return judged.asked;
        }
        Asked {
            ruleset: self.judged_by,
            rulesets: self.rulesets.into_iter().map(|ruleset| (ruleset.id, ruleset.sha256)).collect(),
            facts: self.facts.as_ref().map(stated).unwrap_or_default(),
            trust: self.trust.iter().flat_map(TrustUsed::files).map(|used| used.sha256.clone()).collect(),
            approvers: self.approvers.map(|used| used.sha256),
            require_approved: false,
            settings: None,
            roster: self.roster.map(|used| used.sha256),
            heads: self.heads.is_some(),
            digests: !self.digests.is_empty(),
            digest_files: BTreeSet::new(),
        }
    }
}

#[derive(Deserialize)]
pub(super) struct EarlierSummary {
    #[serde(default)]
    pub(super) truncated: BTreeMap<String, u64>,
}

/// What is read of an entry of the register, of a coup with findings, or of a finding: which record, by its hash.
#[derive(Deserialize)]
struct EarlierRecord {
    file: String,
    line: Option<u64>,
    record_sha256: Option<String>,
    shoe: Option<String>,
    coup: Option<u64>,
}

#[derive(Deserialize)]
struct EarlierShoe {
    log: String,
    #[serde(default)]
    venue: String,
    #[serde(default)]
    table: String,
    shoe: Option<String>,
    from: String,
}

#[derive(Deserialize)]
struct EarlierScope {
    from: Option<String>,
    to: Option<String>,
}

#[derive(Deserialize)]
struct EarlierFinding {
    code: String,
    severity: String,
    #[serde(default)]
    clause: Option<String>,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: Option<u64>,
    #[serde(default)]
    venue: Option<String>,
    #[serde(default)]
    table: Option<String>,
    log: String,
    seq: Option<u64>,
    record_sha256: Option<String>,
    shoe: Option<String>,
    coup: Option<u64>,
    wager: Option<String>,
    expected: Option<String>,
    logged: Option<String>,
    money: Option<i64>,
    message: String,
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    disposition: Option<DispositionNote>,
}

/// An exception of an earlier report.
pub(super) struct Earliest {
    /// What its standing depends on.
    pub(super) carried: Carried,
    /// Its row, without what became of it; the disposition is the one that the earlier report showed, if there was any.
    pub(super) row: CarriedRow,
}

impl Earliest {
    fn new(fingerprint: Digest, row: CarriedRow, answered_then: bool) -> Self {
        let carried = Carried {
            fingerprint,
            code: row.code.clone(),
            log: row.log.clone(),
            venue: row.venue.clone(),
            table: row.table.clone(),
            seq: row.seq,
            at: moment(row.at.as_deref()),
            answered_then,
            ruleset: row.ruleset.clone(),
            reported_in: row.reported_in.clone(),
            needs: row.needs.clone(),
        };
        Self { carried, row: CarriedRow { fingerprint: fingerprint.to_string(), ..row } }
    }
}

/// The dates that were stated, by ruleset.
pub fn stated(facts: &FactsUsed) -> BTreeMap<String, String> {
    facts.in_force.iter().map(|(id, fact)| (id.clone(), fact.from.clone())).collect()
}

/// The records that a report names by their hash, by file and line.
pub(super) fn marks(earlier: &Earlier) -> BTreeMap<String, Marks> {
    let mut out: BTreeMap<String, Marks> = BTreeMap::new();
    let mut mark =
        |file: &str, line: Option<u64>, sha256: Option<&String>, shoe: Option<&String>, coup: Option<u64>| {
            let Some((line, sha256)) = line.zip(sha256) else { return };
            let words = match (shoe, coup) {
                (Some(shoe), Some(coup)) => format!("shoe {} coup {coup}", neutral(shoe)),
                (None, Some(coup)) => format!("coup {coup}"),
                _ => format!("line {line}"),
            };
            out.entry(file.to_owned()).or_default().insert(line, (sha256.clone(), words));
        };
    for one in &earlier.findings {
        mark(&one.file, one.line, one.record_sha256.as_ref(), one.shoe.as_ref(), one.coup);
    }
    for one in &earlier.register {
        mark(&one.file, one.line, one.record_sha256.as_ref(), one.shoe.as_ref(), one.coup);
    }
    out
}

/// The log in which the shoe of a finding began, where that is another one.
fn shoe_began(shoes: &[EarlierShoe], found: &EarlierFinding) -> Option<String> {
    let at = moment(found.at.as_deref())?;
    let of_it = shoes.iter().filter(|shoe| {
        shoe.shoe.is_some()
            && shoe.shoe == found.shoe
            && found.venue.as_ref().is_none_or(|venue| *venue == shoe.venue)
            && found.table.as_ref().is_none_or(|table| *table == shoe.table)
    });
    let before = of_it.filter_map(|shoe| moment(Some(&shoe.from)).filter(|from| *from <= at).map(|from| (from, shoe)));
    let (_, shoe) = before.max_by_key(|(from, _)| *from)?;
    Some(shoe.log.clone()).filter(|log| *log != found.log)
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "`min_by_key` hands it over so")]
fn by_day<'d>(day: &&'d EarlierDay) -> &'d str {
    &day.day
}

/// What an earlier report states about the periods before it, and about its own; the latest [`MOST_PERIODS`].
pub(super) fn trend(earlier: &Earlier) -> Vec<TrendRow> {
    let scope = earlier.scope.as_ref();
    // Where no days were asked for, its period is from the first day of play to the last.
    let played = |days: Option<&EarlierDay>| days.map(|day| day.day.clone());
    let (first, last) = (earlier.days.iter().min_by_key(by_day), earlier.days.iter().max_by_key(by_day));
    let from = scope.and_then(|scope| scope.from.clone()).or_else(|| played(first));
    let to = scope.and_then(|scope| scope.to.clone()).or_else(|| played(last));
    let own = earlier.tables.iter().map(|table| {
        let same = |one: &&ExpectedWin| {
            (&one.venue, &one.game, &one.table, &one.currency)
                == (&table.venue, &table.game, &table.table, &table.currency)
        };
        let expected = earlier.expected.tables.iter().find(same).map(WinByChance::from);
        TrendRow {
            venue: table.venue.clone(),
            game: table.game.clone(),
            table: table.table.clone(),
            currency: table.currency.clone(),
            from: from.clone(),
            to: to.clone(),
            generated_at: earlier.generated_at.clone(),
            money: table.money,
            expected,
        }
    });
    let all: Vec<TrendRow> = earlier.trend.iter().cloned().chain(own).collect();
    let reports: BTreeSet<&str> = all.iter().map(|row| row.generated_at.as_str()).collect();
    let kept: BTreeSet<String> = reports.into_iter().rev().take(MOST_PERIODS).map(str::to_owned).collect();
    all.into_iter().filter(|row| kept.contains(&row.generated_at)).collect()
}

/// Its exceptions. A finding that the report found again is a row of `carried` and a finding, and is one exception;
/// several findings with the same fingerprint are counted separately.
pub(super) fn exceptions(earlier: Earlier, today: Date) -> Vec<Earliest> {
    let tables: BTreeMap<&str, &InputTable> =
        earlier.inputs.iter().filter_map(|input| Some((input.log.as_str(), input.table.as_ref()?))).collect();
    // What the report knew of them from the previous one.
    let mut known: BTreeMap<Digest, &CarriedRow> = BTreeMap::new();
    for row in &earlier.carried {
        known.extend(Digest::from_hex(&row.fingerprint).map(|fingerprint| (fingerprint, row)));
    }
    let holds = |note: &DispositionNote| {
        let until = note.until.as_deref().map(parse_date);
        !note.expired && until.is_none_or(|until| until.is_some_and(|until| today <= until))
    };
    // A disposition that is out of date answers nothing, but is still shown.
    let held = |mut note: DispositionNote| {
        note.expired = !holds(&note);
        note
    };
    let mut out = Vec::new();
    let mut reported: BTreeSet<Digest> = BTreeSet::new();
    let shoes = earlier.shoes;
    for found in earlier.findings.into_iter().filter(|found| is_exception(&found.code, &found.severity)) {
        // Computed anew: nothing depends on what the report states about it.
        let fingerprint = fingerprint(&Exception {
            code: &found.code,
            log: &found.log,
            seq: found.seq,
            record_sha256: found.record_sha256.as_deref(),
            shoe: found.shoe.as_deref(),
            coup: found.coup,
            wager: found.wager.as_deref(),
            expected: found.expected.as_deref(),
            logged: found.logged.as_deref(),
            money: found.money,
            ..Exception::default()
        });
        reported.insert(fingerprint);
        let needs: Vec<String> = shoe_began(&shoes, &found).into_iter().collect();
        let ruleset = found.clause.as_deref().and_then(|clause| clause.split(' ').next()).map(str::to_owned);
        let table = tables.get(found.log.as_str());
        let known = known.get(&fingerprint);
        let answer = found.disposition.or_else(|| known.and_then(|row| row.answer.clone())).map(held);
        let action = DispositionKind::Action.word();
        let answered_then = answer.as_ref().is_some_and(|note| !note.expired && note.kind != action);
        let row = CarriedRow {
            fingerprint: String::new(),
            standing: String::new(),
            because: String::new(),
            missing: Vec::new(),
            code: found.code,
            severity: found.severity,
            venue: found.venue.or_else(|| table.map(|table| table.venue.clone())),
            table: found.table.or_else(|| table.map(|table| table.table.clone())),
            log: found.log,
            seq: found.seq,
            at: found.at,
            shoe: found.shoe,
            coup: found.coup,
            wager: found.wager,
            money: found.money,
            message: found.message,
            first_reported: known.map_or(&earlier.generated_at, |row| &row.first_reported).clone(),
            reported_in: earlier.generated_at.clone(),
            ruleset,
            needs,
            age_days: None,
            answer,
        };
        out.push(Earliest::new(fingerprint, row, answered_then));
    }
    for row in earlier.carried.iter().filter(|row| row.standing != "settled") {
        let Some(fingerprint) = Digest::from_hex(&row.fingerprint).filter(|own| !reported.contains(own)) else {
            continue;
        };
        let reported_in = match row.reported_in.as_str() {
            "" => earlier.generated_at.clone(),
            known => known.to_owned(),
        };
        let row = CarriedRow { reported_in, answer: row.answer.clone().map(held), ..row.clone() };
        out.push(Earliest::new(fingerprint, row, false));
    }
    out
}

pub(super) fn moment(at: Option<&str>) -> Option<Moment> {
    Time::parse(at?).ok().map(|time| time.moment())
}
