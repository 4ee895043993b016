//! The Merkle tree of RFC 6962, section 2.1, over the hashes of its leaves.

use resettle_sealed_log::Digest;

/// The hash of a leaf.
pub(crate) fn leaf(bytes: &[u8]) -> Digest {
    Digest::of(&[&[0], bytes].concat())
}

/// The root over leaves with these hashes, in their order.
#[must_use]
pub fn root(leaves: &[Digest]) -> Digest {
    match leaves {
        [] => Digest::of(b""),
        [leaf] => *leaf,
        _ => {
            let (left, right) = split(leaves);
            Digest::of(&[&[1], root(left).0.as_slice(), root(right).0.as_slice()].concat())
        }
    }
}

/// The proof that a tree of `old` leaves is the beginning of this one (section 2.1.2), as a witness asks for it; none where `old`
/// is more than there are.
#[must_use]
pub fn consistency(old: usize, leaves: &[Digest]) -> Option<Vec<Digest>> {
    if old > leaves.len() {
        return None;
    }
    let mut out = Vec::new();
    if old > 0 {
        prove(old, leaves, true, &mut out);
    }
    Some(out)
}

fn prove(old: usize, leaves: &[Digest], known: bool, out: &mut Vec<Digest>) {
    if old == leaves.len() {
        if !known {
            out.push(root(leaves));
        }
        return;
    }
    let (left, right) = split(leaves);
    match old.checked_sub(left.len()) {
        None | Some(0) => {
            prove(old, left, known, out);
            out.push(root(right));
        }
        Some(beyond) => {
            prove(beyond, right, false, out);
            out.push(root(left));
        }
    }
}

/// At the largest power of two below their number.
fn split(leaves: &[Digest]) -> (&[Digest], &[Digest]) {
    let half = leaves.len().div_ceil(2).checked_next_power_of_two().unwrap_or(1);
    leaves.split_at_checked(half).unwrap_or((leaves, &[]))
}
