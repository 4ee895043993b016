//! Published Ed25519 vectors against the key checks and the verification that seals go through.
//! Both counts are pinned: what strict verification takes by itself, and what is left once weak and
//! torsioned keys are refused.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use ed25519_dalek::{Signature, VerifyingKey};
use resettle_sealed_log::{PublicKey, PublicKeyError, TrustStore, TrustedKey};
use serde_json::{Value, json};

/// The vectors are not part of the project; only a run that has to hold everything fails without them.
fn vectors(name: &str) -> Option<Value> {
    let path = resettle_testkit::shared(&format!("vectors/{name}"))?;
    Some(serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap())
}

fn unhex(value: &Value) -> Vec<u8> {
    let digits: Vec<u8> = value.as_str().unwrap().bytes().map(|b| char::from(b).to_digit(16).unwrap() as u8).collect();
    assert_eq!(digits.len() % 2, 0);
    digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// The key as an entry of a trust store, which verifies seals by tables of its multiples.
fn trusted(key: &PublicKey) -> TrustedKey {
    let entry = json!({"name": "k", "venue": "v", "public_key": key.to_openssh(""), "from": "2023-01-01T00:00:00Z"});
    TrustStore::from_yaml(&json!({"keys": [entry]}).to_string()).unwrap().keys()[0].clone()
}

/// How one signature fares.
struct Case {
    key: Result<PublicKey, PublicKeyError>,
    /// `verify_strict` by itself, under whatever key.
    strict: bool,
    /// What a seal with it would be.
    ours: bool,
}

/// `None` for a signature that is not 64 bytes long: a seal with one is malformed.
fn case(key: &[u8], message: &[u8], signature: &[u8]) -> Option<Case> {
    let key: [u8; 32] = key.try_into().unwrap();
    let signature: [u8; 64] = signature.try_into().ok()?;
    let strict = VerifyingKey::from_bytes(&key)
        .is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(&signature)).is_ok());
    let key = PublicKey::from_bytes(&key);
    let ours = key.as_ref().is_ok_and(|key| key.verify(message, &signature));
    if let Ok(key) = &key {
        assert_eq!(trusted(key).verifies(message, &signature), strict, "what seals go through is strict verification");
    }
    assert!(strict || !ours, "we may refuse more than strict verification, never less");
    Some(Case { key, strict, ours })
}

#[test]
fn wycheproof_88_valid_are_accepted_and_63_invalid_are_not() {
    let Some(file) = vectors("wycheproof-ed25519.json") else { return };
    let (mut valid, mut invalid, mut of_other_length) = (0, 0, 0);
    for group in file["testGroups"].as_array().unwrap() {
        let key = unhex(&group["publicKey"]["pk"]);
        let raw = PublicKey::from_bytes(&key.clone().try_into().unwrap()).unwrap();
        // The PEM block of the file is one of the forms that a trust store takes.
        let pem = group["publicKeyPem"].as_str().unwrap();
        assert_eq!(PublicKey::parse(pem), Ok(raw));
        assert_eq!(raw.to_spki_pem().trim_end(), pem.trim_end());
        for test in group["tests"].as_array().unwrap() {
            let Some(case) = case(&key, &unhex(&test["msg"]), &unhex(&test["sig"])) else {
                assert_eq!(test["result"], "invalid", "{test}");
                of_other_length += 1;
                continue;
            };
            match test["result"].as_str().unwrap() {
                "valid" => {
                    assert!(case.ours && case.strict, "{test}");
                    valid += 1;
                }
                "invalid" => {
                    assert!(!case.ours && !case.strict, "{test}");
                    invalid += 1;
                }
                other => panic!("{other}"),
            }
        }
    }
    assert_eq!((valid, invalid + of_other_length), (88, 63));
}

#[test]
fn cctv_43_of_914_pass_strict_verification_and_1_of_them_has_a_key_that_is_taken() {
    let Some(file) = vectors("cctv-ed25519.json") else { return };
    let cases = file.as_array().unwrap();
    let (mut strict, mut ours, mut torsioned) = (0, 0, 0);
    for vector in cases {
        let message = vector["msg"].as_str().unwrap().as_bytes();
        let case = case(&unhex(&vector["key"]), message, &unhex(&vector["sig"])).unwrap();
        strict += usize::from(case.strict);
        ours += usize::from(case.ours);
        torsioned += usize::from(case.strict && case.key.as_ref().err() == Some(&PublicKeyError::Torsioned));
        let flags = vector["flags"].to_string();
        if case.key.is_ok() {
            assert!(!flags.contains("_A"), "a key of low order, or with a part of low order: {vector}");
        }
    }
    assert_eq!((cases.len(), strict, ours, torsioned), (914, 43, 1, 42));
}

#[test]
fn speccheck_only_case_3_passes_strict_verification_and_its_key_is_torsioned() {
    let Some(file) = vectors("speccheck-ed25519.json") else { return };
    let cases: Vec<Case> = file
        .as_array()
        .unwrap()
        .iter()
        .map(|v| case(&unhex(&v["pub_key"]), &unhex(&v["message"]), &unhex(&v["signature"])).unwrap())
        .collect();
    let passing = |pass: fn(&Case) -> bool| -> Vec<usize> {
        cases.iter().enumerate().filter(|(_, case)| pass(case)).map(|(at, _)| at).collect()
    };
    assert_eq!(cases.len(), 12);
    assert_eq!(passing(|case| case.strict), [3]);
    assert_eq!(cases[3].key, Err(PublicKeyError::Torsioned));
    assert_eq!(passing(|case| case.ours), Vec::<usize>::new());
}
