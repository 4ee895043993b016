use resettle_oversight::Exception;
use resettle_sealed_log::{Digest, PublicKey, Time};
use resettle_signing::sshsig::{self, VerifyError};

use super::{
    Answers, DISPOSITIONS_ENDING, ENDING, FOLDER, Role, SIGNATURE_ENDING, SIGNOFF_NAMESPACE, STAMP_ENDING, SignOff,
    SignOffFiles, names,
};
use crate::acceptance::accepted;
use crate::document::{Held, Report};
use crate::folder::{Files, MANIFEST, Problem, REPORT, Trust};
use crate::read::WrittenReport;

/// A sign-off whose signature fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedOff {
    /// The name that it states, which is also that of its file without the ending.
    pub name: String,
    /// Whether it states a time before the report was made.
    pub before_report: bool,
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

/// The report that sign-offs are about.
struct About {
    manifest: String,
    /// Its head and rows; none where it cannot be read.
    read: Option<(Report, Held)>,
}

/// Checks the sign-offs of a report, which `report` holds. What keeps one from counting goes to `problems`.
pub fn check(
    files: &SignOffFiles,
    report: &Files,
    trust: Option<Trust<'_>>,
    problems: &mut Vec<Problem>,
) -> Vec<SignedOff> {
    let known: Vec<&str> = names(files).collect();
    let of = |name| report.get(name).map_or(&[][..], Vec::as_slice);
    let read =
        if known.is_empty() { None } else { WrittenReport::parse(of(REPORT)).ok().map(WrittenReport::into_rows) };
    let about = About { manifest: Digest::of(of(MANIFEST)).to_string(), read };
    let belongs = |file: &str| {
        known.iter().any(|name| {
            [ENDING, SIGNATURE_ENDING, DISPOSITIONS_ENDING, STAMP_ENDING]
                .iter()
                .any(|ending| file.strip_suffix(ending) == Some(name))
        })
    };
    let extra = files.keys().filter(|file| !belongs(file));
    problems.extend(extra.map(|file| Problem::FileExtra(format!("{FOLDER}/{file}"))));
    known.into_iter().filter_map(|name| one(name, files, &about, trust, problems)).collect()
}

fn one(
    name: &str,
    files: &SignOffFiles,
    about: &About,
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
    if signoff.name != name {
        let why = format!("it was signed as {:?}: it was copied or renamed", signoff.name);
        problems.push(Problem::SignOffUnusable { file, why });
        return None;
    }
    if signoff.manifest == about.manifest {
        problems.extend(counted_otherwise(name, &file, &signoff, files, about));
    } else {
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
    let SignOff { name, role, at, answers, note, .. } = signoff;
    let made = about.read.as_ref().map(|(report, _)| Time::parse(&report.generated_at));
    let before_report = match (made, Time::parse(&at)) {
        (Some(Ok(made)), Ok(at)) => at.moment() < made.moment(),
        _ => false,
    };
    Some(SignedOff { name, before_report, key, known_as, role, at, answers, note })
}

/// What a sign-off counts can be counted again from the report and the dispositions that were signed with it.
fn counted_otherwise(
    name: &str,
    file: &str,
    signoff: &SignOff,
    files: &SignOffFiles,
    about: &About,
) -> Option<Problem> {
    let (report, rows) = about.read.as_ref()?;
    let text = match &signoff.dispositions {
        None => None,
        // That it is missing or no text is found elsewhere.
        Some(_) => Some(std::str::from_utf8(files.get(&format!("{name}{DISPOSITIONS_ENDING}"))?).ok()?),
    };
    let counts = |of: Answers| [of.answered, of.in_hand, of.open];
    let today = Exception::day_of(Some(&signoff.at));
    let counted = today.and_then(|today| Answers::by(report, rows, text, today));
    let stated = counts(signoff.answers);
    match counted.map(counts) {
        Some(counted) if counted == stated => None,
        Some(counted) => Some(Problem::SignOffCounts { file: file.to_owned(), stated, counted }),
        None => {
            let why = "what it counts cannot be counted again from its dispositions".to_owned();
            Some(Problem::SignOffUnusable { file: file.to_owned(), why })
        }
    }
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
