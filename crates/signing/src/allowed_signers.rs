//! OpenSSH's allowed_signers files: whose key may sign what, and when.

use std::fmt;

use resettle_sealed_log::{PublicKey, PublicKeyError};
use thiserror::Error;

use crate::pattern::list_matches;
pub use crate::timestamp::Moment;
use crate::timestamp::Stamp;

/// One thing wrong with an allowed_signers file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct SignersFault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: SignersFaultReason,
}

/// What can be wrong with a line of an allowed_signers file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SignersFaultReason {
    /// Bytes that are no text.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// A byte-order mark at the beginning of the file.
    #[error("the file begins with a byte-order mark, which ssh-keygen reads as part of the first name")]
    ByteOrderMark,
    /// A quotation mark without its partner, or in the middle of a word.
    #[error("a quotation mark is unbalanced or out of place")]
    Quotes,
    /// No key where one should stand.
    #[error("there is no key after the names and options")]
    NoKey,
    /// A key that cannot be read or must not be trusted.
    #[error("{0}")]
    Key(#[from] PublicKeyError),
    /// Certificates are not supported, and a line for one must not pass for a key's.
    #[error("`cert-authority` is not supported: list the signing key itself")]
    CertAuthority,
    /// An option that OpenSSH does not have.
    #[error("the option {0:?} is not known; there are namespaces, valid-after and valid-before")]
    UnknownOption(String),
    /// The same option a second time.
    #[error("the option {0} is given twice")]
    RepeatedOption(&'static str),
    /// OpenSSH demands quotation marks around values.
    #[error("the value of {0} must stand in quotation marks: {0}=\"…\"")]
    Unquoted(&'static str),
    /// A time in another form.
    #[error("{0:?} is not a time of the form YYYYMMDD, YYYYMMDDHHMM or YYYYMMDDHHMMSS, with or without Z")]
    Time(String),
    /// A window that closes before it opens.
    #[error("valid-before is not later than valid-after")]
    EmptyWindow,
    /// So many faults that nobody would read on.
    #[error("what comes after is not looked at: mend these faults first, or look for the right file")]
    More,
}

/// After so many faults the rest is not looked at.
const MOST_FAULTS: usize = 100;

/// A line of the file that names an Ed25519 key.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    line: usize,
    principals: String,
    namespaces: Option<String>,
    valid_after: Option<Stamp>,
    valid_before: Option<Stamp>,
    key: PublicKey,
}

/// A line that is in order but cannot matter here: its key is of another algorithm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedOver {
    /// The line, counted from 1.
    pub line: usize,
    /// The algorithm of its key.
    pub algorithm: String,
}

/// A whole allowed_signers file, read without a fault.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedSigners {
    entries: Vec<Entry>,
    passed_over: Vec<PassedOver>,
}

/// What the file says of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyStatus {
    /// The key may sign; the names of its line, as they stand there.
    Accepted {
        /// The line that accepts it.
        line: usize,
        /// Its names: a comma-separated list of patterns.
        principals: String,
    },
    /// The key is listed, but no line lets it sign this.
    Refused(Vec<KeyRefusal>),
    /// The key is not listed.
    Unknown,
}

/// Why one line does not let a key sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRefusal {
    /// The line, counted from 1.
    pub line: usize,
    /// What of the line keeps the key from signing.
    pub reason: RefusalReason,
}

/// Why a line does not let its key sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefusalReason {
    /// The line is of other names than the one asked for.
    OtherName(String),
    /// The key may not sign in this namespace.
    Namespace(String),
    /// Not yet valid; the time from which it is.
    NotYet(String),
    /// No longer valid; the time until which it was.
    Expired(String),
}

impl fmt::Display for KeyRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        match &self.reason {
            RefusalReason::OtherName(names) => write!(f, "line {line} lists it as {names:?}"),
            RefusalReason::Namespace(allowed) => {
                write!(f, "line {line} allows it only for {allowed:?}")
            }
            RefusalReason::NotYet(time) => write!(f, "line {line} accepts it only from {time} on"),
            RefusalReason::Expired(time) => write!(f, "line {line} accepts it only until {time}"),
        }
    }
}

impl AllowedSigners {
    /// Reads a file; its faults come together, the first hundred of them.
    pub fn parse(bytes: &[u8]) -> Result<Self, Vec<SignersFault>> {
        let mut signers = Self::default();
        let mut faults = Vec::new();
        for (index, line) in bytes.split(|b| *b == b'\n').enumerate() {
            let number = index + 1;
            let read = match std::str::from_utf8(line) {
                Err(_) => Err(SignersFaultReason::NotUtf8),
                Ok(line) if number == 1 && line.starts_with('\u{feff}') => Err(SignersFaultReason::ByteOrderMark),
                Ok(line) => read_line(number, line.trim_ascii()),
            };
            match read {
                Ok(Line::Blank) => {}
                Ok(Line::Entry(entry)) => signers.entries.push(entry),
                Ok(Line::OtherAlgorithm(algorithm)) => {
                    signers.passed_over.push(PassedOver { line: number, algorithm });
                }
                Err(reason) => faults.push(SignersFault { line: number, reason }),
            }
            if faults.len() >= MOST_FAULTS {
                faults.push(SignersFault { line: number, reason: SignersFaultReason::More });
                break;
            }
        }
        if faults.is_empty() { Ok(signers) } else { Err(faults) }
    }

    /// Lines whose keys are of other algorithms, for which nothing here is ever accepted.
    pub fn passed_over(&self) -> &[PassedOver] {
        &self.passed_over
    }

    /// The key with this fingerprint, `SHA256:…`, if a line names it.
    #[must_use]
    pub fn by_fingerprint(&self, fingerprint: &str) -> Option<&PublicKey> {
        self.entries.iter().map(|entry| &entry.key).find(|key| key.fingerprint() == fingerprint)
    }

    /// How many lines name a key that can be accepted.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no line names a key that can be accepted.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether `key` may sign in `namespace` at `moment`, as `identity` where one is asked for
    /// (`ssh-keygen -Y verify -I`), as anybody otherwise (`-Y find-principals`).
    pub fn status(&self, key: &PublicKey, identity: Option<&str>, namespace: &str, moment: Moment) -> KeyStatus {
        let mut refusals = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.key == *key) {
            match entry.refuses(identity, namespace, moment) {
                None => {
                    return KeyStatus::Accepted { line: entry.line, principals: entry.principals.clone() };
                }
                Some(reason) => refusals.push(KeyRefusal { line: entry.line, reason }),
            }
        }
        if refusals.is_empty() { KeyStatus::Unknown } else { KeyStatus::Refused(refusals) }
    }
}

impl Entry {
    fn refuses(&self, identity: Option<&str>, namespace: &str, moment: Moment) -> Option<RefusalReason> {
        if identity.is_some_and(|name| !list_matches(&self.principals, name)) {
            return Some(RefusalReason::OtherName(self.principals.clone()));
        }
        if let Some(allowed) = &self.namespaces
            && !list_matches(allowed, namespace)
        {
            return Some(RefusalReason::Namespace(allowed.clone()));
        }
        if let Some(from) = self.valid_after.as_ref().filter(|from| from.is_after(moment)) {
            return Some(RefusalReason::NotYet(from.to_string()));
        }
        let until = self.valid_before.as_ref().filter(|until| until.is_before(moment))?;
        Some(RefusalReason::Expired(until.to_string()))
    }
}

enum Line {
    Blank,
    Entry(Entry),
    OtherAlgorithm(String),
}

/// `names [options] key-type key [comment]`
fn read_line(number: usize, line: &str) -> Result<Line, SignersFaultReason> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(Line::Blank);
    }
    let (principals, rest) = take_names(line)?;
    let (options, key) = if is_key_type(rest) { (Options::default(), rest) } else { take_options(rest)? };
    if !is_key_type(key) {
        return Err(SignersFaultReason::NoKey);
    }
    let entry = |key| Entry {
        line: number,
        principals: principals.to_owned(),
        namespaces: options.namespaces,
        valid_after: options.valid_after,
        valid_before: options.valid_before,
        key,
    };
    match PublicKey::from_openssh(key) {
        Ok((key, _)) => Ok(Line::Entry(entry(key))),
        Err(PublicKeyError::NotEd25519(algorithm)) => Ok(Line::OtherAlgorithm(algorithm)),
        Err(error) => Err(error.into()),
    }
}

/// The names, in quotation marks or up to the first blank.
fn take_names(line: &str) -> Result<(&str, &str), SignersFaultReason> {
    let (names, rest) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or(SignersFaultReason::Quotes)?,
        None => line.split_once([' ', '\t']).ok_or(SignersFaultReason::NoKey)?,
    };
    if names.is_empty() || names.contains('"') {
        return Err(SignersFaultReason::Quotes);
    }
    Ok((names, rest.trim_start_matches([' ', '\t'])))
}

/// Whether the text begins with the name of a key type, which no option begins with.
fn is_key_type(text: &str) -> bool {
    let word = text.split([' ', '\t']).next().unwrap_or_default();
    word == PublicKey::ALGORITHM || ["ssh-", "ecdsa-", "sk-", "rsa-"].iter().any(|start| word.starts_with(start))
}

#[derive(Default)]
struct Options {
    namespaces: Option<String>,
    valid_after: Option<Stamp>,
    valid_before: Option<Stamp>,
}

/// The options, separated by commas without blanks, and what follows them.
fn take_options(mut text: &str) -> Result<(Options, &str), SignersFaultReason> {
    let mut options = Options::default();
    loop {
        text = take_option(text, &mut options)?;
        let Some(more) = text.strip_prefix(',') else {
            break;
        };
        text = more;
    }
    match (&options.valid_after, &options.valid_before) {
        (Some(from), Some(until)) if from.leaves_nothing_until(until) => Err(SignersFaultReason::EmptyWindow),
        _ => Ok((options, text.trim_start_matches([' ', '\t']))),
    }
}

fn take_option<'t>(text: &'t str, options: &mut Options) -> Result<&'t str, SignersFaultReason> {
    let end = text.find([',', ' ', '\t', '=', '"']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    match name.to_ascii_lowercase().as_str() {
        "cert-authority" => Err(SignersFaultReason::CertAuthority),
        "namespaces" => {
            let (value, rest) = take_value("namespaces", rest)?;
            set("namespaces", &mut options.namespaces, value)?;
            Ok(rest)
        }
        "valid-after" => {
            let (value, rest) = take_value("valid-after", rest)?;
            set("valid-after", &mut options.valid_after, read_time(value)?)?;
            Ok(rest)
        }
        "valid-before" => {
            let (value, rest) = take_value("valid-before", rest)?;
            set("valid-before", &mut options.valid_before, read_time(value)?)?;
            Ok(rest)
        }
        _ => Err(SignersFaultReason::UnknownOption(name.to_owned())),
    }
}

/// `="value"`, in which `\"` is a quotation mark.
fn take_value<'t>(name: &'static str, text: &'t str) -> Result<(String, &'t str), SignersFaultReason> {
    let quoted = text.strip_prefix("=\"").ok_or(SignersFaultReason::Unquoted(name))?;
    let mut value = String::new();
    let mut chars = quoted.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                let rest = quoted.get(at + 1..).unwrap_or_default();
                return if rest.is_empty() || rest.starts_with([',', ' ', '\t']) {
                    Ok((value, rest))
                } else {
                    Err(SignersFaultReason::Quotes)
                };
            }
            '\\' if chars.next_if(|(_, next)| *next == '"').is_some() => value.push('"'),
            other => value.push(other),
        }
    }
    Err(SignersFaultReason::Quotes)
}

fn set<T>(name: &'static str, slot: &mut Option<T>, value: T) -> Result<(), SignersFaultReason> {
    if slot.replace(value).is_some() { Err(SignersFaultReason::RepeatedOption(name)) } else { Ok(()) }
}

fn read_time(text: String) -> Result<Stamp, SignersFaultReason> {
    Stamp::parse(&text).ok_or(SignersFaultReason::Time(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::PrivateKey;

    const NOON: Moment = Moment { unix: 1_795_262_400, local_offset: 0 };

    fn key(seed: u8) -> PublicKey {
        PrivateKey::from_seed(&[seed; 32], "").unwrap().public_key().unwrap()
    }

    fn line(seed: u8) -> String {
        key(seed).to_openssh("a comment")
    }

    fn accepted(file: &str, identity: Option<&str>) -> bool {
        let signers = AllowedSigners::parse(file.as_bytes()).unwrap();
        matches!(signers.status(&key(1), identity, "resettle-report", NOON), KeyStatus::Accepted { .. })
    }

    #[test]
    fn names_options_and_keys() {
        let k = line(1);
        for (file, identity, expected) in [
            (format!("a@x,b@x {k}\n"), None, true),
            (format!("a@x,b@x {k}"), Some("b@x"), true),
            (format!("a@x,b@x {k}\n"), Some("c@x"), false),
            (format!("*@x,!c@x\t{k}\r\n"), Some("c@x"), false),
            (format!("\"*@x,d e\" {k}\n"), Some("d e"), true),
            (format!("# note\n\n   \n a {k}\n"), Some("a"), true),
            (format!("a namespaces=\"file,resettle-*\" {k}\n"), None, true),
            (format!("a NameSpaces=\"file\" {k}\n"), None, false),
            (format!("a namespaces=\"file,!x\",valid-after=\"20200101\" {k}\n"), None, false),
            (format!("a valid-after=\"20261121Z\",valid-before=\"20261122Z\"  {k}\n"), None, true),
            (format!("a valid-after=\"20261122Z\" {k}\n"), None, false),
            (format!("a valid-before=\"20261121Z\" {k}\n"), None, false),
            (format!("a valid-before=\"20261121115959Z\" {k}\n"), None, false),
            (format!("a valid-before=\"20261121120000Z\" {k}\n"), None, true),
            (format!("a valid-before=\"20261121Z\" {k}\na {k}\n"), None, true),
            (format!("a {}\n", line(2)), None, false),
        ] {
            assert_eq!(accepted(&file, identity), expected, "{file}");
        }
    }

    #[test]
    fn keys_of_other_algorithms_are_passed_over() {
        let file = format!("a ssh-rsa AAAAB3NzaC1yc2E=\na sk-ssh-ed25519@openssh.com AAAA\na {}\n", line(1));
        let signers = AllowedSigners::parse(file.as_bytes()).unwrap();
        assert_eq!(signers.len(), 1);
        let passed: Vec<_> = signers.passed_over().iter().map(|p| (p.line, p.algorithm.as_str())).collect();
        assert_eq!(passed, [(1, "ssh-rsa"), (2, "sk-ssh-ed25519@openssh.com")]);
    }

    #[test]
    fn all_faults_come_together_with_their_lines() {
        use SignersFaultReason as R;
        let k = line(1);
        let mut file = Vec::new();
        let lines: Vec<(String, R)> = vec![
            ("a".into(), R::NoKey),
            ("a namespaces=\"x\"".into(), R::NoKey),
            (format!("* cert-authority {k}"), R::CertAuthority),
            (format!("a namespaces=\"x\",CERT-authority {k}"), R::CertAuthority),
            (format!("a no-pty {k}"), R::UnknownOption("no-pty".into())),
            (format!("a namespaces=x {k}"), R::Unquoted("namespaces")),
            (format!("a namespaces=\"x\",namespaces=\"y\" {k}"), R::RepeatedOption("namespaces")),
            (format!("a namespaces=\"x {k}"), R::Quotes),
            (format!("\"a {k}"), R::Quotes),
            (format!("a\"b {k}"), R::Quotes),
            (format!("a valid-after=\"tomorrow\" {k}"), R::Time("tomorrow".into())),
            (format!("a valid-after=\"20260102\",valid-before=\"20260102\" {k}"), R::EmptyWindow),
            (
                "a ssh-ed25519 AAAA".into(),
                R::Key(PublicKeyError::Malformed("the key is not of the type that its line names")),
            ),
            (format!("a namespaces=\"x\", {k}"), R::UnknownOption(String::new())),
        ];
        for (text, _) in &lines {
            file.extend_from_slice(text.as_bytes());
            file.push(b'\n');
        }
        file.extend_from_slice(b"\xff\n");
        let faults = AllowedSigners::parse(&file).unwrap_err();
        let mut expected: Vec<_> =
            lines.into_iter().enumerate().map(|(i, (_, reason))| SignersFault { line: i + 1, reason }).collect();
        expected.push(SignersFault { line: expected.len() + 1, reason: R::NotUtf8 });
        assert_eq!(faults, expected);
        assert_eq!(
            AllowedSigners::parse(format!("\u{feff}a {k}\n").as_bytes()).unwrap_err(),
            [SignersFault { line: 1, reason: R::ByteOrderMark }]
        );
    }

    #[test]
    fn a_refusal_says_why() {
        let file = format!("a namespaces=\"file\" {k}\nb valid-before=\"20200101\" {k}\n", k = line(1));
        let signers = AllowedSigners::parse(file.as_bytes()).unwrap();
        let KeyStatus::Refused(refusals) = signers.status(&key(1), None, "resettle-report", NOON) else {
            panic!("not refused")
        };
        let text: Vec<_> = refusals.iter().map(ToString::to_string).collect();
        assert_eq!(text, ["line 1 allows it only for \"file\"", "line 2 accepts it only until 20200101"]);
        assert_eq!(signers.status(&key(2), None, "resettle-report", NOON), KeyStatus::Unknown);
    }
}
