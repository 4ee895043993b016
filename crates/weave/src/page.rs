use askama::Template;

use crate::woven::Woven;

#[derive(Template)]
#[template(path = "woven.html")]
struct Page<'w> {
    woven: &'w Woven,
}

/// One page that needs nothing else, for screens and for A4. Text of the document and of the ruleset is escaped.
///
/// # Errors
/// Where the template fails.
pub fn page(woven: &Woven) -> Result<String, askama::Error> {
    Page { woven }.render()
}
