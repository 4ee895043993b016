//! The rulesets that Resettle ships, embedded in the binary.
//!
//! Each is a folder `<jurisdiction>/<venue>/<game>/<effective date>/` beside this crate, holding
//! `ruleset.yaml`, `notes.md` and `cases.yaml`.
//!
//! ```
//! let registry = resettle_rulesets::registry()?;
//! let rules = registry.get("sg/mbs/baccarat/2017-02-17").expect("it ships");
//! assert_eq!(rules.id, "sg/mbs/baccarat/2017-02-17");
//! # Ok::<(), String>(())
//! ```

use resettle_ruleset::{Registry, Ruleset};

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

/// A ruleset as it was embedded.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The folder's path.
    pub id: &'static str,
    /// `ruleset.yaml`.
    pub yaml: &'static str,
    /// `notes.md`.
    pub notes: &'static str,
    /// `cases.yaml`, by which it is tested.
    pub cases: Option<&'static str>,
}

impl Embedded {
    /// The ruleset, whose bets a test of this crate proves.
    ///
    /// # Errors
    /// The faults of its file, as they are shown; a test holds that there are none.
    pub fn ruleset(&self) -> Result<Ruleset, String> {
        let Self { id, yaml, notes, .. } = *self;
        Ruleset::proved(id, yaml, notes.as_bytes())
            .map_err(|faults| faults.render(&format!("{id}/ruleset.yaml"), yaml, false))
    }
}

/// Everything that was embedded, by id.
pub fn embedded() -> impl Iterator<Item = Embedded> {
    embedded::ALL.iter().map(|(id, yaml, notes, cases)| Embedded { id, yaml, notes, cases: *cases })
}

/// An approval as it was embedded.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedApproval {
    /// The ruleset's id.
    pub id: &'static str,
    /// Its file, below the rulesets.
    pub file: &'static str,
    /// What was signed.
    pub document: &'static [u8],
    /// The SSHSIG over it.
    pub signature: &'static [u8],
}

/// Every approval that was embedded. Whose approval counts is for the reader to say.
pub fn approvals() -> impl Iterator<Item = EmbeddedApproval> {
    embedded::APPROVALS.iter().map(|(id, file, document, signature)| EmbeddedApproval { id, file, document, signature })
}

/// The registry of all embedded rulesets.
///
/// # Errors
/// The text of the first ruleset that does not decode; a test holds that none does.
pub fn registry() -> Result<Registry, String> {
    let mut registry = Registry::default();
    for embedded in embedded() {
        registry.add(embedded.ruleset()?).map_err(|error| error.to_string())?;
    }
    Ok(registry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_ruleset_is_proved() {
        for embedded in embedded() {
            let Embedded { id, yaml, notes, .. } = embedded;
            match Ruleset::from_yaml(id, yaml, notes.as_bytes()) {
                Ok(proved) => assert_eq!(Ok(proved), embedded.ruleset()),
                Err(faults) => panic!("{}", faults.render(id, yaml, false)),
            }
        }
    }

    #[test]
    fn every_embedded_ruleset_is_in_the_registry() {
        let registry = match registry() {
            Ok(registry) => registry,
            Err(faults) => panic!("{faults}"),
        };
        let ids: Vec<&str> = registry.iter().map(|ruleset| ruleset.id.as_str()).collect();
        assert_eq!(
            ids,
            [
                "au-nsw/star/7-up-baccarat/2016-08-17",
                "sg/mbs/7-up-baccarat/2011-08-26",
                "sg/mbs/7-up-baccarat/2017-02-17",
                "sg/mbs/baccarat/2017-02-17",
                "sg/mbs/electronic-7-up-baccarat/2023-05-08",
            ]
        );
    }
}
