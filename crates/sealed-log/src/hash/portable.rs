use sha2::{Digest as _, Sha256};

/// SHA-256 by `sha2`, for WebAssembly: `ring` is written in C and assembler.
#[derive(Clone, Default)]
pub(super) struct Context(Sha256);

impl Context {
    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(super) fn finish(self) -> [u8; 32] {
        self.0.finalize().into()
    }
}

pub(super) fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
