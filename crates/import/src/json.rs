//! Values as JSON.

use serde::Serialize;

/// Writes a text or a number.
#[inline]
pub(crate) fn value(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    // Writing texts and numbers into memory cannot fail.
    let _ = serde_json::to_writer(out, value);
}

/// Writes a member behind others: `name` is `,"name":`.
#[inline]
pub(crate) fn member(out: &mut Vec<u8>, name: &str, what: &(impl Serialize + ?Sized)) {
    out.extend_from_slice(name.as_bytes());
    value(out, what);
}

/// Writes a member where there is a value for it.
#[inline]
pub(crate) fn member_if_known(out: &mut Vec<u8>, name: &str, what: Option<&(impl Serialize + ?Sized)>) {
    if let Some(what) = what {
        member(out, name, what);
    }
}
