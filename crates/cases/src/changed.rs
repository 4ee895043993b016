//! Which cases came, went or say something else between two files.

use crate::file::{Case, CaseFile, Group};

/// Cases that are not the same in two files, each as `group: case`, in the order of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedCases {
    /// The new file alone has them.
    pub added: Vec<String>,
    /// The old file alone has them.
    pub removed: Vec<String>,
    /// Both have them, and they are another log or expect something else.
    pub altered: Vec<String>,
    /// The day and the hour of the usual coup in both, where they differ: that alone alters no case, because all moments of
    /// a case lie as they lay to each other.
    pub hour: Option<(String, String)>,
}

/// A case by its name and those of the same name before it, so that none hides another.
fn named(file: &CaseFile) -> Vec<(String, &Case)> {
    let mut out: Vec<(String, &Case)> = Vec::new();
    for (group, case) in file.cases() {
        let Group { name, .. } = group;
        let name = format!("{name}: {}", case.what);
        let earlier = out.iter().filter(|(known, _)| *known == name || known.starts_with(&format!("{name} ("))).count();
        out.push((if earlier == 0 { name } else { format!("{name} ({})", earlier + 1) }, case));
    }
    out
}

/// Whether two cases are the same log and expect the same, whatever the hour of the usual coup.
fn alike((a, a_hour): (&Case, &str), (b, b_hour): (&Case, &str)) -> bool {
    let log = |case: &Case, hour: &str| case.log().replace(&format!("\"{hour}:"), "\"hour:");
    (&a.finds, &a.due, &a.by) == (&b.finds, &b.due, &b.by) && log(a, a_hour) == log(b, b_hour)
}

/// Compares two files of cases; none is one without cases.
#[must_use]
pub fn changed_cases(old: Option<&CaseFile>, new: Option<&CaseFile>) -> ChangedCases {
    let hours = old.zip(new).map(|(old, new)| (old.hour.clone(), new.hour.clone()));
    let (was, is) = hours.clone().unwrap_or_default();
    let (old, new) = (old.map(named).unwrap_or_default(), new.map(named).unwrap_or_default());
    let find = |all: &[(String, &Case)], name: &str| all.iter().position(|(known, _)| known == name);
    let mut out = ChangedCases { hour: hours.filter(|(was, is)| was != is), ..ChangedCases::default() };
    for (name, case) in &new {
        match find(&old, name).and_then(|at| old.get(at)) {
            None => out.added.push(name.clone()),
            Some((_, before)) if !alike((before, &was), (case, &is)) => out.altered.push(name.clone()),
            Some(_) => {}
        }
    }
    out.removed = old.iter().filter(|(name, _)| find(&new, name).is_none()).map(|(name, _)| name.clone()).collect();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_that_expects_something_else_is_altered() {
        let shipped = resettle_rulesets::embedded().find(|one| one.cases.is_some()).unwrap();
        let text = shipped.cases.unwrap();
        let file = CaseFile::from_yaml(text).unwrap();
        assert_eq!(changed_cases(Some(&file), Some(&file)), ChangedCases::default());
        // Another hour alone alters no case, and is said.
        let (hour, later) = (file.hour.clone(), "2031-01-02T03".to_owned());
        let moved = CaseFile::from_yaml(&text.replace(&hour, &later)).unwrap();
        let expected = ChangedCases { hour: Some((hour, later)), ..ChangedCases::default() };
        assert_eq!(changed_cases(Some(&file), Some(&moved)), expected);
        let mut other = file.clone();
        let (count, first) =
            (file.cases().count(), file.cases().next().map(|(group, case)| format!("{}: {}", group.name, case.what)));
        let group = other.groups.first_mut().unwrap();
        let case = group.triggers.first_mut().or(group.misses.first_mut()).unwrap();
        case.finds.push("wager/late 1".to_owned());
        let changed = changed_cases(Some(&file), Some(&other));
        assert_eq!((changed.altered.first().cloned(), changed.altered.len()), (first, 1));
        assert!(changed.added.is_empty() && changed.removed.is_empty());
        assert_eq!(changed_cases(None, Some(&file)).added.len(), count);
        assert_eq!(changed_cases(Some(&file), None).removed.len(), count);
    }
}
