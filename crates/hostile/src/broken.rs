use std::fmt::Debug;

/// A promise that some bytes broke, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Broken(pub String);

/// Says that a promise is broken unless it is kept.
pub(crate) fn hold(kept: bool, promise: impl FnOnce() -> String) -> Result<(), Broken> {
    if kept { Ok(()) } else { Err(Broken(promise())) }
}

/// Two things that have to be equal.
pub(crate) fn same<T: PartialEq + Debug>(left: &T, right: &T, promise: &str) -> Result<(), Broken> {
    hold(left == right, || format!("{promise}:\n{left:?}\n{right:?}"))
}

/// Something that has to work.
pub(crate) fn works<T, E: Debug>(result: Result<T, E>, promise: &str) -> Result<T, Broken> {
    result.map_err(|error| Broken(format!("{promise}: {error:?}")))
}
