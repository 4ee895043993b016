use std::path::Path;

use super::find::FoundCoup;
use crate::error::shown;

/// Checks the record, the chain and the signed bytes; the same lines stand in `docs/evidence.md`.
const CHECK: &str = include_str!("check.py");

/// What the folder holds and how to check it.
pub fn text(log: &Path, found: &FoundCoup, with_key: bool) -> String {
    let name = log.file_name().map_or_else(String::new, |name| shown(Path::new(name)));
    let mut out = format!(
        "Evidence for one coup\n\n{}\n\nTaken from {name}, log `{}`.\n\n",
        found.custody(),
        resettle_report::print::neutral(&found.log)
    );
    out.push_str("record.jsonl     the line of the coup, byte for byte, without its line feed\n");
    out.push_str("previous.sha256  SHA-256 of the line before it, which the line names as `prev`\n");
    out.push_str("next.sha256      SHA-256 of the line after it, where there is one\n");
    let to = if found.seal.is_some() { "the seal" } else { "its neighbour" };
    out.push_str(&format!("chain.jsonl      the lines from the coup's to {to}, byte for byte\n"));
    out.push_str("hashes.txt       SHA-256 of each of these lines, without its line feed\n");
    if found.seal.is_some() {
        out.push_str(
            "seal.message     the bytes that the seal signs; their fourth line is the hash of the line before it\n",
        );
        out.push_str("seal.sig         the seal's Ed25519 signature, 64 bytes\n");
    }
    if with_key {
        out.push_str("public.pem       the public key that the trust store holds for the seal\n");
    }
    out.push_str("SHA256SUMS       SHA-256 of all these files; it guards against accidents only, for whoever holds the files can write it anew\n");
    if !found.covered() {
        out.push_str("\nNo seal vouches for this record. What is checked below shows at most that these lines follow one another,\nnot who wrote them.\n");
    }
    out.push_str("\nTo check, inside this folder:\n\n    sha256sum -c SHA256SUMS\n    sha256sum record.jsonl      # the hash that findings call record_sha256, and the first of hashes.txt\n");
    if found.seal.is_some() {
        out.push_str(
            "    tail -n 2 chain.jsonl | head -n 1 | tr -d '\\n' | sha256sum    # as `sed -n 4p seal.message`\n",
        );
    }
    if with_key {
        out.push_str(
            "    openssl pkeyutl -verify -pubin -inkey public.pem -rawin -in seal.message -sigfile seal.sig\n",
        );
        out.push_str(
            "    openssl pkey -pubin -in public.pem -outform DER | tail -c 32 | sha256sum    # the seal's `key`\n",
        );
        out.push_str("\nOpenSSL 3 says \"Signature Verified Successfully\". The key beside the evidence proves nothing: the hash that the\nlast command prints has to reach you another way, from the vendor or the regulator.\n");
    } else if found.seal.is_some() {
        out.push_str("\nThe signature needs the vendor's public key, which is not here: as public.pem, for\n    openssl pkeyutl -verify -pubin -inkey public.pem -rawin -in seal.message -sigfile seal.sig\n");
    }
    if found.seal.is_some() {
        out.push_str(
            "\nThat each line names the hash of the line before it, up to the seal, in a few lines of Python:\n\n",
        );
        for line in CHECK.lines() {
            out.push_str(if line.is_empty() { "" } else { "    " });
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}
