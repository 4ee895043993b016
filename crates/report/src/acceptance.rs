//! Whether a key counts for what was signed with it at a stated time.
//!
//! A signature bears no time that could be trusted: whoever holds a key can write any time. So a key has to be accepted at the
//! moment of the check *and* at the time that the document states, which can only narrow what the moment of the check allows.

use resettle_sealed_log::{PublicKey, Time};
use resettle_signing::allowed_signers::{KeyRefusal, KeyStatus};
use resettle_signing::{AllowedSigners, Moment};
use thiserror::Error;

const NANOS: i128 = 1_000_000_000;

/// Why a key does not count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAccepted {
    /// The document states no time.
    #[error("its time `{0}` is no time")]
    NoTime(String),
    /// The time that it states lies ahead.
    #[error("it bears the time {0}, which has not come yet")]
    Future(String),
    /// No line names the key.
    #[error("{0} is no accepted key")]
    Unknown(String),
    /// Lines name the key, and none for this.
    #[error("{key} is an accepted key, but not for this: {}", joined(refusals))]
    Refused {
        /// The key's fingerprint.
        key: String,
        /// Why each line does not accept it.
        refusals: Vec<KeyRefusal>,
    },
}

fn joined(refusals: &[KeyRefusal]) -> String {
    let each: Vec<String> = refusals.iter().map(ToString::to_string).collect();
    each.join("; ")
}

/// The names under which a key is accepted in a namespace, at the moment and at the time that the document states.
///
/// # Errors
/// [`NotAccepted`].
pub fn accepted(
    key: &PublicKey,
    namespace: &str,
    at: &str,
    signers: &AllowedSigners,
    moment: Moment,
) -> Result<(String, Time), NotAccepted> {
    let no_time = || NotAccepted::NoTime(at.to_owned());
    let time = Time::parse(at).map_err(|_| no_time())?;
    let seconds = i64::try_from(time.moment().nanos.div_euclid(NANOS)).map_err(|_| no_time())?;
    if seconds > moment.unix {
        return Err(NotAccepted::Future(at.to_owned()));
    }
    let now = |moment| match signers.status(key, None, namespace, moment) {
        KeyStatus::Accepted { principals, .. } => Ok(principals),
        KeyStatus::Refused(refusals) => Err(NotAccepted::Refused { key: key.fingerprint(), refusals }),
        KeyStatus::Unknown => Err(NotAccepted::Unknown(key.fingerprint())),
    };
    now(Moment { unix: seconds, ..moment })?;
    Ok((now(moment)?, time))
}
