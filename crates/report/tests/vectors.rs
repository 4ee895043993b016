//! Published Ed25519 vectors, put through the only check that decides here: a key that may be
//! trusted at all, and then a strict verification.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail by panicking, in its helpers too"
)]

use std::path::Path;

use resettle_report::PublicKey;
use resettle_report::public_key::PublicKeyError;
use serde_json::Value;

fn vectors(name: &str) -> Option<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors").join(name);
    let Ok(bytes) = std::fs::read(path) else {
        assert!(
            std::env::var_os("RESETTLE_REQUIRE_TOOLS").is_none_or(|value| value != "1"),
            "../shared is missing, and RESETTLE_REQUIRE_TOOLS=1"
        );
        println!("SKIPPED: needs ../shared");
        return None;
    };
    Some(serde_json::from_slice(&bytes).unwrap())
}

fn unhex(value: &Value) -> Vec<u8> {
    let digits: Vec<u8> = value.as_str().unwrap().chars().map(|c| c.to_digit(16).unwrap() as u8).collect();
    digits.chunks(2).map(|pair| pair[0] * 16 + pair[1]).collect()
}

fn accepts(key: &Value, message: &[u8], signature: &Value) -> bool {
    let Ok(key) = <[u8; 32]>::try_from(unhex(key)) else {
        return false;
    };
    let Ok(signature) = <[u8; 64]>::try_from(unhex(signature)) else {
        return false;
    };
    PublicKey::from_bytes(&key).is_ok_and(|key| key.verifies(message, &signature))
}

#[test]
fn wycheproof() {
    let Some(file) = vectors("wycheproof-ed25519.json") else {
        return;
    };
    let mut checked = 0;
    for group in file["testGroups"].as_array().unwrap() {
        let key = &group["publicKey"]["pk"];
        let bytes = <[u8; 32]>::try_from(unhex(key)).unwrap();
        let pem = group["publicKeyPem"].as_str().unwrap();
        assert_eq!(PublicKey::from_bytes(&bytes).unwrap().to_spki_pem().trim_end(), pem.trim_end());
        for test in group["tests"].as_array().unwrap() {
            let valid = test["result"] == "valid";
            assert_eq!(accepts(key, &unhex(&test["msg"]), &test["sig"]), valid, "{test}");
            checked += 1;
        }
    }
    assert_eq!(checked, 151);
}

#[test]
fn speccheck_has_no_good_case() {
    let Some(file) = vectors("speccheck-ed25519.json") else {
        return;
    };
    let good: Vec<_> = file
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .filter(|(_, case)| accepts(&case["pub_key"], &unhex(&case["message"]), &case["signature"]))
        .map(|(at, _)| at)
        .collect();
    let key = <[u8; 32]>::try_from(unhex(&file[3]["pub_key"])).unwrap();
    assert_eq!(PublicKey::from_bytes(&key), Err(PublicKeyError::Torsioned));
    // Case 3 passes `verify_strict`, but its key has a torsion component.
    assert_eq!(good, Vec::<usize>::new());
}

#[test]
fn cctv_edge_cases() {
    let Some(file) = vectors("cctv-ed25519.json") else {
        return;
    };
    let accepted: Vec<_> = file
        .as_array()
        .unwrap()
        .iter()
        .filter(|case| accepts(&case["key"], case["msg"].as_str().unwrap().as_bytes(), &case["sig"]))
        .collect();
    for case in &accepted {
        let flags = case["flags"].to_string();
        assert!(!flags.contains("_A"), "a key of low order or with a torsion component: {case}");
    }
    // `verify_strict` alone accepts 43; 42 of those are of keys with a torsion component.
    assert_eq!(accepted.len(), 1);
}
