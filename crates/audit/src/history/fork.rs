use std::sync::Arc;

use resettle_sealed_log::{Head, TrustStore};

use super::Forked;
use super::proof::proof;
use crate::catalogue::Code;
use crate::finding::{Finding, Place};

pub(super) fn finding(log: &str, forked: &Forked, trust: Option<&TrustStore>) -> Finding {
    let Forked { file, from, fork } = forked;
    let [here, there] = &fork.lines;
    let place = Place {
        line: Some(here.line),
        seq: here.seq,
        record_sha256: Some(here.sha256.to_string()),
        ..Place::default()
    };
    let common = match (fork.common_lines, fork.common_seq) {
        (0, _) => "from the first line on".to_owned(),
        (lines, Some(seq)) => format!("after line {lines} (seq {seq})"),
        (lines, None) => format!("after line {lines}"),
    };
    let sealed = match (&here.seal, &there.seal) {
        (Some(here), Some(there)) => proof(log, there, here, trust),
        (Some(_), None) => "only this side is vouched for by a seal that counts".to_owned(),
        (None, Some(_)) => "only the other side is vouched for by a seal that counts".to_owned(),
        (None, None) => "no seal that counts vouches for either side".to_owned(),
    };
    let message = format!(
        "two logs of one id part ways {common}: the next line has the SHA-256 {} here and {} in {from}, line {}; {sealed}",
        here.sha256, there.sha256, there.line
    );
    let mut finding = Finding::new(Code::Fork, &place, message);
    let line = |seal: &Option<Head>| seal.as_ref().map(|head| head.line().to_owned());
    finding.log = Arc::from(log);
    finding.file = Arc::clone(file);
    finding.expected = line(&there.seal);
    finding.logged = line(&here.seal);
    finding.authenticated = here.authenticated;
    finding
}
