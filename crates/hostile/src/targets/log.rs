use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};

use resettle_audit::{AuditedLog, CoupName, Memory, Replay, Settings, SourceSettings, authenticate_log};
use resettle_coup_log::{LogReader, SealOptions, record_faults, seal_log};
use resettle_sealed_log::{Digest, FaultCode, Heads, IntegrityFault, LineReader, LogVerdict, Move, Stand, TrustStore};

use super::{printed, registered, ways};
use crate::broken::{Broken, hold, same, works};
use crate::testbed;

/// A whole log: verified, replayed by the rules in force with and without trust and by one ruleset
/// that the log itself picks, and sealed again.
///
/// # Errors
/// A second replay that differs, a coup accepted the quick way of which the long way finds something, a place that is none, a verdict that depends on what it must not
/// depend on, print that controls a terminal, a sealed log that is not authentic, a flipped bit that
/// goes unnoticed.
pub fn whole_log(data: &[u8]) -> Result<(), Broken> {
    let lines = hashes(data)?;
    let settings = testbed::in_force()?;
    let bare = replayed(data, &lines, settings)?;
    the_same_again(data, &bare, settings)?;
    with_trust(data, &bare, testbed::trust()?, settings)?;
    explained(data, &bare, settings)?;
    ways::agree(&[data], None, settings, &SourceSettings::default())?;
    let named = testbed::named()?;
    let pick = Digest::of(data).0.first().map_or(0, |byte| usize::from(*byte) % named.len().max(1));
    if let Some(settings) = named.get(pick) {
        replayed(data, &lines, settings)?;
    }
    sealed(data)
}

/// A whole log under every ruleset there is.
///
/// # Errors
/// As [`whole_log`].
pub fn whole_log_by_every_ruleset(data: &[u8]) -> Result<(), Broken> {
    let lines = hashes(data)?;
    for settings in testbed::named()? {
        let bare = replayed(data, &lines, settings)?;
        the_same_again(data, &bare, settings)?;
    }
    Ok(())
}

fn replayed(data: &[u8], lines: &[Digest], settings: &Settings) -> Result<AuditedLog, Broken> {
    let bare = Replay::by(settings).audit_log(LogReader::new(data, None), "log");
    places(&bare, lines)?;
    printed::is_harmless(&bare.audit)?;
    registered::is_harmless(data, settings)?;
    let believed = bare.audit.findings.iter().find(|finding| finding.authenticated);
    hold(believed.is_none(), || format!("authentic without a trust store: {believed:?}"))?;
    Ok(bare)
}

/// The hash of every line.
fn hashes(data: &[u8]) -> Result<Vec<Digest>, Broken> {
    let mut reader = LineReader::new(data);
    let mut out = Vec::new();
    while let Some(line) = works(reader.next_line(), "bytes in memory cannot be read")? {
        out.push(line.sha256);
    }
    Ok(out)
}

/// Every finding is at a line of the log, and names its hash.
fn places(log: &AuditedLog, lines: &[Digest]) -> Result<(), Broken> {
    for finding in &log.audit.findings {
        let place = &finding.place;
        let line = place.line.and_then(|line| usize::try_from(line).ok()?.checked_sub(1));
        let hash = line.and_then(|line| lines.get(line)).map(ToString::to_string);
        hold(place.line.is_none() || place.record_sha256 == hash, || {
            format!("{finding:?} does not stand at {hash:?}")
        })?;
        hold(place.line.is_some() || lines.is_empty(), || format!("{finding:?} stands nowhere"))?;
    }
    let records = usize::try_from(log.verdict.records).unwrap_or(usize::MAX);
    hold(records <= lines.len() && log.verdict.coups <= log.verdict.records, || "more records than lines".to_owned())
}

/// However the bytes come in, the same report goes out; and `verify` says what `replay` says.
fn the_same_again(data: &[u8], first: &AuditedLog, settings: &Settings) -> Result<(), Broken> {
    let slowly = || LogReader::new(BufReader::with_capacity(7, data), None);
    let (slowly, at_once) =
        (read_to_the_end(slowly, settings), read_to_the_end(|| LogReader::new(data, None), settings));
    same(&printed::json(&slowly.audit)?, &printed::json(&at_once.audit)?, "the same bytes gave another report")?;
    let mut alone = Memory::default();
    authenticate_log(LogReader::new(data, None), "log", &mut alone);
    let missing = alone.findings.iter().find(|finding| !first.audit.findings.contains(finding));
    hold(missing.is_none(), || format!("verify finds what replay does not: {missing:?}"))
}

/// A log that is read a second time if an incident came late that was not foreseen.
fn read_to_the_end<'t, R: BufRead>(reader: impl Fn() -> LogReader<'t, R>, settings: &Settings) -> AuditedLog {
    let first = Replay::by(settings).audit_log(reader(), "log");
    match first.audit.late.is_empty() {
        true => first,
        false => Replay::by(&settings.knowing(&first.audit.late)).audit_log(reader(), "log"),
    }
}

fn verify(data: impl BufRead, trust: Option<&TrustStore>) -> Result<LogVerdict, Broken> {
    let mut reader = LogReader::new(data, trust);
    while works(reader.next_entry(), "bytes in memory cannot be read")?.is_some() {}
    Ok(reader.finish())
}

/// Whom the inspector trusts changes nothing about the game.
fn with_trust(data: &[u8], bare: &AuditedLog, trust: &TrustStore, settings: &Settings) -> Result<(), Broken> {
    let trusted = Replay::by(settings).audit_log(LogReader::new(data, Some(trust)), "log");
    same(&trusted.audit.totals, &bare.audit.totals, "trust changed the sums")?;
    same(&printed::of_the_game(&trusted.audit), &printed::of_the_game(&bare.audit), "trust changed the game")?;
    hold(trusted.verdict.authenticated_records <= trusted.verdict.records, || {
        "more records authentic than there are".to_owned()
    })
}

/// Explaining a coup decides nothing.
fn explained(data: &[u8], bare: &AuditedLog, settings: &Settings) -> Result<(), Broken> {
    let mut coups =
        bare.audit.findings.iter().filter_map(|finding| {
            Some(CoupName::InShoe { shoe: finding.place.shoe.clone()?, coup: finding.place.coup? })
        });
    let Some(coup) = coups.next() else { return Ok(()) };
    let traced = Replay::by(settings).explaining(&coup).audit_log(LogReader::new(data, None), "log");
    same(&traced.audit.findings, &bare.audit.findings, "explaining a coup changed the findings")?;
    same(&traced.audit.totals, &bare.audit.totals, "explaining a coup changed the sums")
}

/// The same records chained and sealed again are authentic, until one bit is flipped.
fn sealed(data: &[u8]) -> Result<(), Broken> {
    let mut reader = LogReader::new(data, None);
    let _ = works(reader.next_entry(), "bytes in memory cannot be read")?;
    let Some(key) = reader.open().and_then(|open| testbed::log_key(&open.venue)) else { return Ok(()) };
    let mut log = Vec::new();
    if seal_log(data, &key, SealOptions { every: 3, is_final: true }, &mut log).is_err() {
        return Ok(());
    }
    let trust = testbed::trust()?;
    let verdict = verify(&log[..], Some(trust))?;
    let broken = verdict.faults.iter().find(|fault| breaks_authenticity(fault));
    hold(broken.is_none(), || format!("a log just sealed is not authentic: {broken:?}"))?;
    same(&verdict.authenticated_records, &verdict.records, "a log just sealed is not authentic as a whole")?;
    remembered(&log, &verdict, trust)?;
    flipped(log, &verdict, trust)
}

/// Once the seal is remembered, the log holds it, and without its last line does not.
fn remembered(log: &[u8], verdict: &LogVerdict, trust: &TrustStore) -> Result<(), Broken> {
    let step = Move::of(verdict).ok_or_else(|| Broken("a log just sealed has no head".to_owned()))?;
    let mut heads = Heads::default();
    works(heads.forward(&BTreeMap::from([(step.log.clone(), step)])), "a first head cannot be remembered")?;
    let heads = works(Heads::parse(heads.to_text().as_bytes(), record_faults), "heads written are refused")?;
    let lost = |log: &[u8]| -> Result<bool, Broken> {
        let mut reader = LogReader::new(log, Some(trust)).against(Some(&heads));
        while works(reader.next_entry(), "bytes in memory cannot be read")?.is_some() {}
        let stand = reader.finish().remembered.map(|remembered| remembered.stand);
        Ok(!matches!(stand, Some(Stand::Holds { .. })))
    };
    same(&lost(log)?, &false, "a log that holds its head is called rolled back")?;
    let line = log.strip_suffix(b"\n").unwrap_or(log).iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let shorter = log.get(..line).unwrap_or_default();
    hold(lost(shorter)?, || "a log that lost its last line is not called rolled back".to_owned())
}

fn breaks_authenticity(fault: &IntegrityFault) -> bool {
    !matches!(fault.code, FaultCode::MalformedRecord | FaultCode::UnknownKind | FaultCode::TimeReversal)
}

/// One bit, chosen by the log itself.
fn flipped(mut log: Vec<u8>, before: &LogVerdict, trust: &TrustStore) -> Result<(), Broken> {
    let chosen = Digest::of(&log).0.iter().take(7).fold(0usize, |sum, byte| sum * 256 + usize::from(*byte));
    let (at, bit) = (chosen / 8 % log.len().max(1), chosen % 8);
    if let Some(byte) = log.get_mut(at) {
        *byte ^= 1 << bit;
    }
    let after = verify(&log[..], Some(trust))?;
    let noticed = after.faults.iter().any(|fault| breaks_authenticity(fault) || !before.faults.contains(fault));
    hold(noticed, || format!("bit {bit} of byte {at} was flipped, and nobody noticed"))
}
