use std::collections::BTreeMap;
use std::io;

use resettle_audit::{Code, Finding, Place};
use resettle_ruleset::{Absent, Registry};

use crate::spill::Gathered;

/// What a run finds about approved rulesets that are missing, if no coup shows it.
///
/// # Errors
/// The temporary file fails.
pub fn absent_unreported(registry: &Registry, gathered: &Gathered) -> io::Result<Vec<Finding>> {
    let mut unreported: BTreeMap<String, &Absent> =
        registry.absent().iter().map(|absent| (absent.logged(), absent)).collect();
    if unreported.is_empty() {
        return Ok(Vec::new());
    }
    gathered.each_finding(|row| {
        if let Some(logged) = row.logged.as_ref().filter(|_| row.code == Code::Altered.as_str()) {
            unreported.remove(logged);
        }
    })?;
    let finding = |(logged, absent): (String, &Absent)| {
        let mut finding = Finding::new(Code::Altered, &Place::default(), absent.message());
        finding.file = absent.file.as_str().into();
        finding.expected = Some(absent.approved.clone());
        finding.logged = Some(logged);
        finding
    };
    Ok(unreported.into_iter().map(finding).collect())
}
