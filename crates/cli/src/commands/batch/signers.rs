use std::path::Path;

use resettle_sealed_log::TrustStore;
use resettle_signing::{AllowedSigners, Moment};

use crate::approvals;
use crate::error::Error;

/// Whose signatures count.
pub struct Signers<'s> {
    /// An allowed_signers file, if one was named.
    pub file: Option<&'s Path>,
    /// The keys that seal logs, and so may not sign anything else.
    pub sealing: Option<&'s TrustStore>,
    /// The moment at which a signer has to be accepted.
    pub moment: Moment,
}

impl Signers<'_> {
    /// The file that was read, and its bytes; refused if it lets a key that seals logs sign in this namespace. `what`
    /// describes in words what the namespace is for.
    pub fn allowed(&self, namespace: &str, what: &str) -> Result<Option<(AllowedSigners, Vec<u8>)>, Error> {
        let Some(path) = self.file else { return Ok(None) };
        let (signers, bytes) = approvals::signers(path)?;
        approvals::refuse_sealing_keys(path, &signers, namespace, what, self.sealing, self.moment)?;
        Ok(Some((signers, bytes)))
    }
}
