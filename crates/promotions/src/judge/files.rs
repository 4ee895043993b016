use resettle_audit::Code;

use crate::breach::Breach;
use crate::register::Register;

/// Files that the register names and that were not given, or that have another number of rows than it says.
pub(super) fn missing(register: &Register) -> Vec<Breach> {
    let counted = |rows: u64| format!("{rows} {}", if rows == 1 { "row" } else { "rows" });
    let header = &register.header;
    let one = |(name, rows): &(&'static str, Option<u64>)| {
        let given = register.rows.get(name).copied();
        if given.is_some() && rows.is_none_or(|rows| given == Some(rows)) {
            return None;
        }
        let expected = rows.map_or_else(|| (*name).to_owned(), |rows| format!("{name} with {}", counted(rows)));
        let logged = given.map_or_else(|| "no such file".to_owned(), counted);
        let message = format!("the register names {expected}; what was given: {logged}");
        Some(Breach::new(Code::MissingFile, &header.at, message).compared(&expected, logged))
    };
    header.files.iter().filter_map(one).collect()
}
