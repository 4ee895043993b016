use resettle_sealed_log::{Digest, PublicKey};
use resettle_signing::sshsig::{self, VerifyError};

use super::{
    Answers, DISPOSITIONS_ENDING, ENDING, FOLDER, Role, SIGNATURE_ENDING, SIGNOFF_NAMESPACE, STAMP_ENDING, SignOff,
    SignOffFiles, names,
};
use crate::acceptance::accepted;
use crate::folder::{Problem, Trust};

/// A sign-off whose signature fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedOff {
    /// Its name.
    pub name: String,
    /// The key that signed it.
    pub key: PublicKey,
    /// The names under which that key is accepted; none where it is not, or nobody was asked.
    pub known_as: Option<String>,
    /// As what they signed.
    pub role: Role,
    /// When, by their own word.
    pub at: String,
    /// What was answered then, and what was not.
    pub answers: Answers,
    /// What they said.
    pub note: Option<String>,
}

/// Checks the sign-offs of a report whose manifest has this hash. What keeps one from counting goes to `problems`.
pub fn check(
    files: &SignOffFiles,
    manifest: &str,
    trust: Option<Trust<'_>>,
    problems: &mut Vec<Problem>,
) -> Vec<SignedOff> {
    let known: Vec<&str> = names(files).collect();
    let belongs = |file: &str| {
        known.iter().any(|name| {
            [ENDING, SIGNATURE_ENDING, DISPOSITIONS_ENDING, STAMP_ENDING]
                .iter()
                .any(|ending| file.strip_suffix(ending) == Some(name))
        })
    };
    let extra = files.keys().filter(|file| !belongs(file));
    problems.extend(extra.map(|file| Problem::FileExtra(format!("{FOLDER}/{file}"))));
    known.into_iter().filter_map(|name| one(name, files, manifest, trust, problems)).collect()
}

fn one(
    name: &str,
    files: &SignOffFiles,
    manifest: &str,
    trust: Option<Trust<'_>>,
    problems: &mut Vec<Problem>,
) -> Option<SignedOff> {
    let file = format!("{FOLDER}/{name}{ENDING}");
    let document = files.get(&format!("{name}{ENDING}"))?;
    let Some(signature) = files.get(&format!("{name}{SIGNATURE_ENDING}")) else {
        problems.push(Problem::SignOffUnsigned { file });
        return None;
    };
    let key = match sshsig::verify(signature, SIGNOFF_NAMESPACE, document) {
        Ok(key) => key,
        Err(VerifyError::Mismatch(_)) => {
            problems.push(Problem::SignOffAltered { file });
            return None;
        }
        Err(error) => {
            problems.push(Problem::SignOffUnusable { file, why: error.to_string() });
            return None;
        }
    };
    let read = std::str::from_utf8(document).map_err(|_| "it is no text".to_owned());
    let read = read.and_then(|text| {
        let first = |faults: resettle_yaml::Faults| {
            let first = faults.sorted().into_iter().next();
            first.map_or_else(String::new, |fault| format!("{}: {}", fault.place, fault.message))
        };
        SignOff::from_yaml(text).map_err(first)
    });
    let signoff = match read {
        Ok(signoff) => signoff,
        Err(why) => {
            problems.push(Problem::SignOffUnusable { file, why });
            return None;
        }
    };
    if signoff.manifest != manifest {
        problems.push(Problem::SignOffOfOther { file: file.clone(), key, at: signoff.at.clone() });
    }
    with_it(name, &file, &signoff, files, problems);
    let known_as = match trust {
        // That nobody was asked is said of the report itself.
        None => None,
        Some(trust) => match accepted(&key, SIGNOFF_NAMESPACE, &signoff.at, trust.signers, trust.moment) {
            Ok((known_as, _)) => Some(known_as),
            Err(why) => {
                problems.push(Problem::SignOffNotAccepted { file, why });
                None
            }
        },
    };
    let SignOff { role, at, answers, note, .. } = signoff;
    Some(SignedOff { name: name.to_owned(), key, known_as, role, at, answers, note })
}

/// What was signed with it has to be there as it was: the dispositions, and the sign-offs from before.
fn with_it(name: &str, file: &str, signoff: &SignOff, files: &SignOffFiles, problems: &mut Vec<Problem>) {
    let own = format!("{name}{DISPOSITIONS_ENDING}");
    let there = files.get(&own).map(|bytes| Digest::of(bytes).to_string());
    match (signoff.dispositions.as_ref(), there) {
        (Some(signed), Some(there)) if *signed == there => {}
        (Some(_), Some(_)) => {
            problems.push(Problem::SignedWithAltered { file: file.to_owned(), other: format!("{FOLDER}/{own}") })
        }
        (Some(_), None) => {
            problems.push(Problem::SignedWithMissing { file: file.to_owned(), other: format!("{FOLDER}/{own}") })
        }
        (None, Some(_)) => problems.push(Problem::FileExtra(format!("{FOLDER}/{own}"))),
        (None, None) => {}
    }
    for (earlier, sha256) in &signoff.before {
        let other = format!("{earlier}{ENDING}");
        let there = files.get(&other).map(|bytes| Digest::of(bytes).to_string());
        let (file, other) = (file.to_owned(), format!("{FOLDER}/{other}"));
        match there {
            Some(there) if there == *sha256 => {}
            Some(_) => problems.push(Problem::SignedWithAltered { file, other }),
            None => problems.push(Problem::SignedWithMissing { file, other }),
        }
    }
}
