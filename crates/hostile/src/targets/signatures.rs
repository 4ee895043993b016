use std::collections::BTreeMap;

use resettle_report::Trust;
use resettle_report::folder::{self, REPORT_NAMESPACE};
use resettle_signing::sshsig::verify;
use resettle_signing::{AllowedSigners, Manifest, Moment, PrivateKey};

use crate::broken::{Broken, hold, same, works};
use crate::testbed::KEYS;

/// What the seeds sign.
const MESSAGE: &[u8] = b"resettle\n";

/// An SSHSIG over a fixed text.
///
/// # Errors
/// A signature that also fits another text or namespace, or has a second spelling.
pub fn sshsig(data: &[u8]) -> Result<(), Broken> {
    let good = verify(data, REPORT_NAMESPACE, MESSAGE);
    if good.is_ok() {
        hold(verify(data, REPORT_NAMESPACE, b"resettle").is_err(), || "it fits another text".to_owned())?;
        hold(verify(data, "resettle-ruleset", MESSAGE).is_err(), || "it fits another namespace".to_owned())?;
        let spelled_otherwise = [data, b"\n"].concat();
        hold(verify(&spelled_otherwise, REPORT_NAMESPACE, MESSAGE).is_err(), || "it has two spellings".to_owned())?;
    }
    same(&verify(data, REPORT_NAMESPACE, MESSAGE), &good, "a signature is judged otherwise the second time")?;
    let mut files = BTreeMap::from([("report.json".to_owned(), MESSAGE.to_vec())]);
    files.insert("report.json.sig".to_owned(), data.to_vec());
    hold(!folder::check(&files, None).is_consistent(), || "a report without a manifest is consistent".to_owned())
}

/// An allowed_signers file.
///
/// # Errors
/// A key that may sign though the file is refused, or a status that is not the same twice.
pub fn allowed_signers(data: &[u8]) -> Result<(), Broken> {
    let Ok(signers) = AllowedSigners::parse(data) else { return Ok(()) };
    same(&AllowedSigners::parse(data), &Ok(signers.clone()), "the same file reads otherwise")?;
    let lines = data.split(|byte| *byte == b'\n').count();
    hold(signers.len() + signers.passed_over().len() <= lines, || "more keys than lines".to_owned())?;
    for (_, seed) in KEYS {
        let key = works(PrivateKey::from_seed(&seed, ""), "a seed is no key")?;
        let key = works(key.public_key(), "a seed has no public half")?;
        for identity in [None, Some("inspector@example.org"), Some("a")] {
            for unix in [i64::MIN, 0, 1_700_000_000, i64::MAX] {
                for local_offset in [-50_400, 0, 50_400] {
                    let moment = Moment { unix, local_offset };
                    let status = signers.status(&key, identity, REPORT_NAMESPACE, moment);
                    let again = signers.status(&key, identity, REPORT_NAMESPACE, moment);
                    same(&status, &again, "a key stands otherwise the second time")?;
                    let trust = Trust { signers: &signers, identity, moment };
                    hold(!folder::check(&BTreeMap::new(), Some(trust)).is_consistent(), || {
                        "an empty folder is a report".to_owned()
                    })?;
                }
            }
        }
    }
    Ok(())
}

/// A manifest.
///
/// # Errors
/// A manifest that means something else once it is written again, or names a file outside its folder.
pub fn manifest(data: &[u8]) -> Result<(), Broken> {
    let Ok(manifest) = Manifest::parse(data) else { return Ok(()) };
    let again = works(Manifest::parse(manifest.to_text().as_bytes()), "a manifest written again is refused")?;
    same(&again, &manifest, "a manifest written again means something else")?;
    for name in manifest.entries().keys() {
        let safe = !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\\', ':', '\0', '\n']);
        hold(safe, || format!("a manifest names {name:?}"))?;
    }
    let present: Vec<_> = manifest.entries().iter().map(|(name, digest)| (name.as_str(), *digest)).collect();
    same(&manifest.differences(present), &Vec::new(), "a manifest differs from itself")?;
    let files = BTreeMap::from([("MANIFEST.sha256".to_owned(), data.to_vec())]);
    hold(!folder::check(&files, None).is_consistent(), || "an unsigned manifest is consistent".to_owned())
}
