use resettle_html::{Made, page};

use crate::broken::{Broken, hold, works};

/// A `report.json` that is made into a page.
///
/// # Errors
/// A page whose markup depends on the text of the report.
pub fn report_page(data: &[u8]) -> Result<(), Broken> {
    let Ok(html) = page(data, Some(data), Made::Later) else { return Ok(()) };
    let empty = works(page(EMPTY, Some(b""), Made::Later), "an empty report has no page")?;
    for mark in ["<script", "<iframe", "<img", "<style", "<link", "<object", "<base", "javascript:"] {
        let count = |html: &str| html.to_ascii_lowercase().matches(mark).count();
        hold(count(&html) == count(&empty), || format!("a report put {mark} into its page"))?;
    }
    Ok(())
}

/// A report about nothing.
const EMPTY: &[u8] = include_bytes!("empty-report.json");
