use std::collections::{BTreeMap, BTreeSet};

use crate::error::{NoteError, PolicyFault};
use crate::key::{NoteKey, Role};
use crate::note::Note;

/// The word for no quorum, which no name may be.
const NONE: &str = "none";

/// Whose notes count, whose cosignatures, and how many of them: c2sp.org/tlog-policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    logs: Vec<NoteKey>,
    names: BTreeMap<String, Member>,
    quorum: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Member {
    Witness(NoteKey),
    /// At least so many of these.
    Group(usize, Vec<String>),
}

/// One witness that saw a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cosigned {
    /// Its name in the policy.
    pub name: String,
    /// When, by its clock, in seconds since 1970-01-01T00:00:00Z.
    pub time: u64,
}

/// What a policy makes of a note that a log of it signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The witnesses that cosigned it, by name.
    pub by: Vec<Cosigned>,
    /// The moment at which there were as many as the quorum asks for, in seconds; none where there are not.
    pub before: Option<u64>,
}

impl Policy {
    /// Reads a policy; all its faults are reported. It has to name a log, and a quorum of witnesses.
    ///
    /// # Errors
    /// [`PolicyFault`], by line.
    pub fn parse(text: &str) -> Result<Self, Vec<PolicyFault>> {
        let mut reading = Reading::default();
        for (nth, line) in (1..).zip(text.split('\n')) {
            if let Err(reason) = reading.line(line) {
                reading.faults.push(PolicyFault { line: nth, reason });
            }
        }
        reading.finish(text.split('\n').count())
    }

    /// The keys of logs, each by its origin.
    #[must_use]
    pub fn logs(&self) -> &[NoteKey] {
        &self.logs
    }

    /// Every witness that the policy names, whether or not a group has it, in the order of their names.
    pub fn witnesses(&self) -> impl Iterator<Item = &NoteKey> {
        self.names.values().filter_map(|member| match member {
            Member::Witness(key) => Some(key),
            Member::Group(..) => None,
        })
    }

    /// Who saw a note, and when there were enough of them. `now` is the moment of the check, in seconds since 1970-01-01T00:00:00Z.
    ///
    /// # Errors
    /// No log of the policy signed it, a signature by a key of the policy does not fit, or states a time that has not come.
    pub fn judge(&self, note: &Note, now: u64) -> Result<Seen, NoteError> {
        note.signed_by(&self.logs)?;
        let mut times = BTreeMap::new();
        for (name, member) in &self.names {
            let Member::Witness(key) = member else { continue };
            let Some(time) = note.cosigned_by(key)? else { continue };
            if time > now {
                return Err(NoteError::Ahead(key.name().to_owned()));
            }
            times.insert(name.as_str(), time);
        }
        let by = times.iter().map(|(name, time)| Cosigned { name: (*name).to_owned(), time: *time }).collect();
        Ok(Seen { by, before: self.reached(&self.quorum, &times) })
    }

    /// When the last of as many members as are asked for had seen it: if all but one of them lie, one still vouches for that moment.
    fn reached(&self, name: &str, times: &BTreeMap<&str, u64>) -> Option<u64> {
        match self.names.get(name)? {
            Member::Witness(_) => times.get(name).copied(),
            Member::Group(least, members) => {
                let mut all: Vec<u64> = members.iter().filter_map(|member| self.reached(member, times)).collect();
                all.sort_unstable();
                all.get(least.checked_sub(1)?).copied()
            }
        }
    }
}

/// A policy as far as it was read.
#[derive(Default)]
struct Reading {
    logs: Vec<NoteKey>,
    names: BTreeMap<String, Member>,
    grouped: BTreeSet<String>,
    quorum: Option<String>,
    faults: Vec<PolicyFault>,
}

impl Reading {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if line.chars().any(|letter| letter.is_ascii_control() && letter != '\t') {
            return Err("it holds a control character other than a tab".to_owned());
        }
        let words: Vec<&str> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            [] => Ok(()),
            [first, ..] if first.starts_with('#') => Ok(()),
            ["log", key] | ["log", key, _] => {
                let key = read(key, Role::Log)?;
                if self.logs.iter().any(|other| other.key() == key.key()) {
                    return Err("this key is that of a log above".to_owned());
                }
                self.logs.push(key);
                Ok(())
            }
            ["witness", name, key] | ["witness", name, key, _] => {
                let key = read(key, Role::Witness)?;
                let known = self
                    .names
                    .values()
                    .any(|member| matches!(member, Member::Witness(other) if other.key() == key.key()));
                if known {
                    return Err("this key is that of a witness above: it would count twice".to_owned());
                }
                self.name(name, Member::Witness(key))
            }
            ["group", name, least, members @ ..] if !members.is_empty() => {
                let least = match *least {
                    "any" => 1,
                    "all" => members.len(),
                    number => count(number).filter(|least| (1..=members.len()).contains(least)).ok_or_else(|| {
                        format!("`{number}` is not `any`, `all` or a number from 1 to {}", members.len())
                    })?,
                };
                for member in members {
                    if !self.names.contains_key(*member) {
                        return Err(format!("no line above names `{member}`"));
                    }
                    if !self.grouped.insert((*member).to_owned()) {
                        return Err(format!("`{member}` is in a group already: it would count twice"));
                    }
                }
                self.name(name, Member::Group(least, members.iter().map(|member| (*member).to_owned()).collect()))
            }
            ["quorum", NONE] => Err("`quorum none` asks for no witness, so nothing would be witnessed".to_owned()),
            ["quorum", name] => {
                if !self.names.contains_key(*name) {
                    return Err(format!("no line above names `{name}`"));
                }
                if self.quorum.replace((*name).to_owned()).is_some() {
                    return Err("there is a quorum already".to_owned());
                }
                Ok(())
            }
            _ => {
                Err("it is not `log KEY`, `witness NAME KEY`, `group NAME any|all|N MEMBER…` or `quorum NAME`"
                    .to_owned())
            }
        }
    }

    fn name(&mut self, name: &str, member: Member) -> Result<(), String> {
        if name == NONE {
            return Err("nothing can be named `none`".to_owned());
        }
        if self.names.contains_key(name) {
            return Err(format!("`{name}` is named already"));
        }
        self.names.insert(name.to_owned(), member);
        Ok(())
    }

    fn finish(mut self, lines: usize) -> Result<Policy, Vec<PolicyFault>> {
        let mut lacks = |reason: &str| self.faults.push(PolicyFault { line: lines, reason: reason.to_owned() });
        if self.logs.is_empty() {
            lacks("no `log KEY` says whose notes count");
        }
        if self.quorum.is_none() {
            lacks("no `quorum NAME` says how many witnesses are needed");
        }
        match self.quorum {
            Some(quorum) if self.faults.is_empty() => Ok(Policy { logs: self.logs, names: self.names, quorum }),
            _ => Err(self.faults),
        }
    }
}

fn read(text: &str, role: Role) -> Result<NoteKey, String> {
    let key = NoteKey::parse(text).map_err(|error| error.to_string())?;
    if key.role() == role {
        return Ok(key);
    }
    Err(match role {
        Role::Log => "this key cosigns, and a `log` signs: `resettle witness key --log` prints it".to_owned(),
        Role::Witness => {
            "this key signs notes, and a witness cosigns them: `resettle witness key` prints it".to_owned()
        }
    })
}

/// A number in its one spelling.
fn count(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}
