use resettle_sealed_log::Digest;
use serde::{Deserialize, Serialize};

/// What determines the results of a table besides its logs: names, and values or the hashes of files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(Vec<(String, String)>);

impl Options {
    /// Adds an option, or another value of one.
    pub fn add(&mut self, name: &str, value: String) {
        self.0.push((name.to_owned(), value));
    }

    /// The hash of all of it. Each value is preceded by its length, so that no two lists look alike.
    pub fn digest(&self) -> Digest {
        let mut text = String::from("resettle-batch-options/1\n");
        for (name, value) in &self.0 {
            text.push_str(&format!("{name} {}:{value}\n", value.len()));
        }
        Digest::of(text.as_bytes())
    }

    /// The names of the options that differ, each once.
    pub fn differing<'o>(&'o self, other: &'o Self) -> Vec<&'o str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.0.iter().chain(&other.0) {
            if !names.contains(&name.as_str()) && !self.values(name).eq(other.values(name)) {
                names.push(name);
            }
        }
        names
    }

    fn values<'o>(&'o self, name: &'o str) -> impl Iterator<Item = &'o str> {
        self.0.iter().filter(move |(one, _)| one == name).map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_named_once() {
        let options = |list: &[(&str, &str)]| {
            let mut options = Options::default();
            list.iter().for_each(|(name, value)| options.add(name, (*value).to_owned()));
            options
        };
        let one = options(&[("ruleset", "a 1"), ("ruleset", "b 2"), ("trust", "x"), ("from", "-")]);
        let other = options(&[("ruleset", "a 1"), ("ruleset", "b 3"), ("trust", "x"), ("table", "t")]);
        assert_eq!(one.differing(&other), ["ruleset", "from", "table"]);
        assert_eq!(one.differing(&one), Vec::<&str>::new());
        assert_ne!(one.digest(), other.digest());
    }
}
