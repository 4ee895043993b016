//! A report as a folder: signed, and checked.
//!
//! Checking answers two questions and keeps them apart: whether the files are what was signed
//! (they were altered, or they cannot be verified, or they are consistent), and whether the signer
//! is somebody that the inspector accepts. Beside these it is asked whether what was signed fits itself, and whether it was
//! made with the keys that the inspector's own files name.

mod check;
mod own;
mod problem;
mod recounted;
mod sign;
mod verdict;

use std::collections::BTreeMap;

pub use check::{Trust, check, check_report};
pub use own::{OwnFiles, not_as_own, not_compared, one_key};
pub use problem::Problem;
pub use recounted::recounted;
pub use sign::{SignFolderError, sign, sign_report, vouch};
pub use verdict::{State, Verdict};

/// The namespace of report signatures.
pub const REPORT_NAMESPACE: &str = "resettle-report";
/// The findings.
pub const REPORT: &str = "report.json";
/// The register of irregularities as a table.
pub const REGISTER_CSV: &str = "register.csv";
/// The signature over the findings alone, which an HTML page can carry.
pub const REPORT_SIG: &str = "report.json.sig";
/// The hashes of all files.
pub const MANIFEST: &str = "MANIFEST.sha256";
/// The signature over the hashes.
pub const MANIFEST_SIG: &str = "MANIFEST.sha256.sig";

/// The folder of timestamps of the signature over the hashes.
pub const STAMPS: &str = "timestamps";

/// The files that the manifest does not list: itself and the signatures.
const UNLISTED: [&str; 3] = [MANIFEST, MANIFEST_SIG, REPORT_SIG];

/// The files of a folder by name.
pub type Files = BTreeMap<String, Vec<u8>>;

fn is_listed(name: &str) -> bool {
    !UNLISTED.contains(&name)
}

#[cfg(test)]
mod tests {
    use resettle_signing::manifest::NameError;
    use resettle_signing::sshsig::{self, VerifyError};
    use resettle_signing::{AllowedSigners, Manifest, Moment, PrivateKey};

    use super::*;

    const NOON: Moment = Moment { unix: 1_795_262_400, local_offset: 0 };

    fn key(seed: u8) -> PrivateKey {
        PrivateKey::from_seed(&[seed; 32], "").unwrap()
    }

    fn signers() -> AllowedSigners {
        let line =
            format!("inspector@x namespaces=\"resettle-report\" {}\n", key(1).public_key().unwrap().to_openssh(""));
        AllowedSigners::parse(line.as_bytes()).unwrap()
    }

    fn report() -> Files {
        let mut files = Files::new();
        files.insert(REPORT.into(), b"{\"type\":\"resettle-report/1\"}\n".to_vec());
        files.insert("findings.csv".into(), b"code\n".to_vec());
        sign(&mut files, &key(1)).unwrap();
        files
    }

    fn judge(files: &Files) -> (State, Vec<Problem>) {
        let signers = signers();
        let verdict = check(files, Some(Trust { signers: &signers, identity: None, moment: NOON }));
        (verdict.state(), verdict.problems)
    }

    fn flip(files: &mut Files, name: &str) {
        files.get_mut(name).unwrap()[3] ^= 1;
    }

    #[test]
    fn a_good_report() {
        let signers = signers();
        let files = report();
        let verdict = check(&files, Some(Trust { signers: &signers, identity: Some("inspector@x"), moment: NOON }));
        assert_eq!(verdict.problems, []);
        assert_eq!(verdict.state(), State::Verified);
        assert_eq!(verdict.known_as.as_deref(), Some("inspector@x"));
        assert_eq!(verdict.signer, key(1).public_key().ok());
        let mut again = files.clone();
        sign(&mut again, &key(1)).unwrap();
        assert_eq!(again, files, "signing twice changes nothing");
    }

    #[test]
    fn consistent_but_nobody_known() {
        let verdict = check(&report(), None);
        assert!(verdict.is_consistent());
        assert_eq!(verdict.state().to_string(), "consistent, signer unknown");
        let mut files = report();
        sign(&mut files, &key(2)).unwrap();
        let (state, problems) = judge(&files);
        assert_eq!(
            (state, problems),
            (State::SignerUnknown, vec![Problem::SignerUnknown(key(2).public_key().unwrap())])
        );
        let signers = signers();
        let verdict = check(&report(), Some(Trust { signers: &signers, identity: Some("other@x"), moment: NOON }));
        assert!(matches!(verdict.problems.as_slice(), [Problem::SignerRefused { .. }]));
        assert_eq!(verdict.known_as, None);
    }

    #[test]
    fn alterations_are_called_alterations() {
        let mismatch = |file, signature| Problem::SignatureMismatch { file, signature };
        let mut files = report();
        flip(&mut files, "findings.csv");
        assert_eq!(judge(&files), (State::Altered, vec![Problem::FileAltered("findings.csv".into())]));

        let mut files = report();
        flip(&mut files, REPORT);
        let expected = vec![mismatch(REPORT, REPORT_SIG), Problem::FileAltered(REPORT.into())];
        assert_eq!(judge(&files), (State::Altered, expected));

        let mut files = report();
        files.remove("findings.csv");
        assert_eq!(judge(&files), (State::Altered, vec![Problem::FileMissing("findings.csv".into())]));

        let mut files = report();
        files.insert("extra \u{1b}[2J.html".into(), vec![]);
        let (state, problems) = judge(&files);
        assert_eq!(state, State::Altered);
        assert!(problems[0].to_string().starts_with("\"extra \\u{1b}[2J.html\" is not listed"));

        // Hash and file fit each other again, but the signature does not fit.
        let mut files = report();
        let before = files[MANIFEST].clone();
        files.insert("findings.csv".into(), b"nothing found\n".to_vec());
        sign(&mut files, &key(2)).unwrap();
        for name in [MANIFEST_SIG, REPORT_SIG] {
            files.insert(name.into(), report()[name].clone());
        }
        assert_ne!(files[MANIFEST], before);
        assert_eq!(judge(&files), (State::Altered, vec![mismatch(MANIFEST, MANIFEST_SIG)]));
    }

    #[test]
    fn what_cannot_be_verified_is_not_called_altered() {
        for name in [MANIFEST, MANIFEST_SIG, REPORT_SIG] {
            let mut files = report();
            files.remove(name);
            assert_eq!(judge(&files), (State::CannotBeVerified, vec![Problem::NotThere(name)]), "{name}");
        }
        assert_eq!(
            judge(&Files::new()),
            (State::CannotBeVerified, [MANIFEST_SIG, REPORT_SIG, MANIFEST, REPORT].map(Problem::NotThere).to_vec())
        );
        for name in [MANIFEST_SIG, REPORT_SIG] {
            let mut files = report();
            files.insert(name.into(), b"-----BEGIN PGP SIGNATURE-----\n".to_vec());
            let (state, problems) = judge(&files);
            assert_eq!(state, State::CannotBeVerified);
            assert!(matches!(
                problems.as_slice(),
                [Problem::SignatureUnusable { error: VerifyError::Unreadable(_), .. }]
            ));

            let mut files = report();
            let signed = if name == MANIFEST_SIG { MANIFEST } else { REPORT };
            let other = sshsig::sign(&key(1), "resettle-ruleset", &files[signed]).unwrap();
            files.insert(name.into(), other.into_bytes());
            let (state, problems) = judge(&files);
            assert_eq!(state, State::CannotBeVerified);
            assert!(matches!(
                problems.as_slice(),
                [Problem::SignatureUnusable { error: VerifyError::WrongNamespace { .. }, .. }]
            ));
        }
    }

    #[test]
    fn two_signers_are_one_too_many() {
        let mut files = report();
        let other = sshsig::sign(&key(2), REPORT_NAMESPACE, &files[REPORT]).unwrap();
        files.insert(REPORT_SIG.into(), other.into_bytes());
        let (state, problems) = judge(&files);
        assert_eq!(state, State::CannotBeVerified);
        let [Problem::TwoSigners { manifest, report }] = problems.as_slice() else { panic!("{problems:?}") };
        assert_eq!((Ok(*manifest), Ok(*report)), (key(1).public_key(), key(2).public_key()));
    }

    #[test]
    fn a_signed_manifest_must_be_one_of_a_report() {
        for (text, expected) in [
            ("nonsense\n".to_owned(), None),
            (Manifest::new().to_text(), None),
            (format!("{}  x\n", "0".repeat(64)), Some(Problem::ReportNotListed)),
            (format!("{}  {MANIFEST_SIG}\n", "0".repeat(64)), Some(Problem::ManifestLists(MANIFEST_SIG.into()))),
        ] {
            let mut files = report();
            let sig = sshsig::sign(&key(1), REPORT_NAMESPACE, text.as_bytes()).unwrap();
            files.insert(MANIFEST_SIG.into(), sig.into_bytes());
            files.insert(MANIFEST.into(), text.into_bytes());
            let (_, problems) = judge(&files);
            match expected {
                Some(problem) => assert!(problems.contains(&problem), "{problems:?}"),
                None => assert!(matches!(problems.as_slice(), [Problem::ManifestUnreadable(_)]), "{problems:?}"),
            }
        }
    }

    #[test]
    fn no_byte_of_a_report_can_be_changed_unnoticed() {
        let good = report();
        for (name, bytes) in &good {
            for at in 0..bytes.len() {
                let mut files = good.clone();
                files.get_mut(name).unwrap()[at] ^= 1;
                assert!(judge(&files).0 > State::SignerUnknown, "{name} byte {at}");
            }
        }
    }

    #[test]
    fn unsafe_names_are_not_signed() {
        let mut files = report();
        files.insert("../x".into(), vec![]);
        assert!(matches!(sign(&mut files, &key(1)), Err(SignFolderError::Name(NameError::Path(_)))));
        assert_eq!(sign(&mut Files::new(), &key(1)), Err(SignFolderError::NoReport));
    }
}
