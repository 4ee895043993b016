use ring::digest::{SHA256, digest as hashed};

/// SHA-256 by `ring`, which uses the vector instructions of the processor.
#[derive(Clone)]
pub(super) struct Context(ring::digest::Context);

impl Context {
    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(super) fn finish(self) -> [u8; 32] {
        array(&self.0.finish())
    }
}

impl Default for Context {
    fn default() -> Self {
        Self(ring::digest::Context::new(&SHA256))
    }
}

pub(super) fn digest(bytes: &[u8]) -> [u8; 32] {
    array(&hashed(&SHA256, bytes))
}

fn array(digest: &ring::digest::Digest) -> [u8; 32] {
    let mut out = [0; 32];
    out.iter_mut().zip(digest.as_ref()).for_each(|(to, from)| *to = *from);
    out
}
