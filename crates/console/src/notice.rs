//! What is said on standard error beside the work.

use std::fmt;

use crate::error::{helped, listed};

/// Something that people should know of: what it is, what is listed below it, and what to do.
#[derive(Debug)]
pub struct Notice {
    what: String,
    list: Vec<String>,
    help: Option<String>,
}

impl Notice {
    /// What is said.
    #[must_use]
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), list: Vec::new(), help: None }
    }

    /// What is to be known of the work.
    #[must_use]
    pub fn note(what: impl fmt::Display) -> Self {
        Self::new(format!("note: {what}"))
    }

    /// What may be wrong.
    #[must_use]
    pub fn warning(what: impl fmt::Display) -> Self {
        Self::new(format!("warning: {what}"))
    }

    /// Lists what it is about, each on a line of its own.
    #[must_use]
    pub fn listing(self, lines: impl IntoIterator<Item = String>) -> Self {
        Self { list: lines.into_iter().collect(), ..self }
    }

    /// Says what to do.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Says it on standard error.
    pub fn say(&self) {
        anstream::eprintln!("{self}");
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.what, listed(&self.list), helped(self.help.as_deref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_and_what_to_do_stand_below() {
        let gaps = Notice::note("the numbers of a have gaps:").listing(["  line 3: 5 follows 3".to_owned()]);
        let said = gaps.help("see whether a clause lies there").to_string();
        assert_eq!(
            said,
            "note: the numbers of a have gaps:\n  line 3: 5 follows 3\n  help: see whether a clause lies there"
        );
        assert_eq!(Notice::warning("x").to_string(), "warning: x");
    }
}
