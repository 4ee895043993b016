use askama::Template;

use crate::woven::Woven;

#[derive(Template)]
#[template(path = "woven.html")]
struct Page<'w> {
    woven: &'w Woven,
}

/// What stands between two cells of a row, in place of a tabulator.
const BETWEEN_CELLS: &str = "<span class=\"tab\"> </span>";

/// One page that needs nothing else, for screens and for A4. Text of the document and of the ruleset is escaped; no attribute
/// holds any, so that tabulators stand between words alone.
///
/// # Errors
/// Where the template fails.
pub fn page(woven: &Woven) -> Result<String, askama::Error> {
    Ok(Page { woven }.render()?.replace('\t', BETWEEN_CELLS))
}
