//! A report for people: one page that opens offline, in any browser, and holds everything.
//!
//! The page carries the exact bytes of `report.json` and of its signature. Its script checks the
//! one against the other and draws all that is shown from these bytes, so that what was checked is
//! what is read. Browsers without scripts show a plain list, which nothing checks.
//!
//! ```
//! use resettle_html::{Made, page};
//!
//! let report = br#"{"type":"resettle-report/1","tool":"resettle 0.1.0","generated_at":"2026-01-01T00:00:00Z","inputs":[],"rulesets":[],
//! "summary":{"coups":2,"wagers":0,"by_code":{},"by_severity":{}},"findings":[]}"#;
//! let html = page(report, None, Made::Later)?;
//! assert!(html.starts_with("<!doctype html>"));
//! assert!(page(b"[]", None, Made::Later).is_err());
//! # Ok::<(), resettle_html::PageError>(())
//! ```

mod assets;
mod plain;

use askama::Template;
use base64ct::{Base64, Encoding as _};
use resettle_report::read::{ReadError, WrittenReport};
use thiserror::Error;

use assets::{hash_source, script, style};
use plain::Plain;

/// Why no page could be made.
#[derive(Debug, Error)]
pub enum PageError {
    /// The bytes are no report.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// The template failed.
    #[error("the page could not be written: {0}")]
    Template(#[from] askama::Error),
}

/// When a page is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// With the report, whose signed folder holds it.
    WithReport,
    /// From a finished report; no signed folder holds it.
    Later,
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page {
    script_hash: String,
    style_hash: String,
    script: String,
    style: String,
    report_base64: String,
    signature_base64: String,
    later: bool,
    plain: Plain,
}

/// The page of a report: `report` is `report.json`, `signature` its `report.json.sig`, where there is one.
///
/// # Errors
/// Bytes that are no report.
pub fn page(report: &[u8], signature: Option<&[u8]>, made: Made) -> Result<String, PageError> {
    let written = WrittenReport::parse(report)?;
    let (script, style) = (script(), style());
    let page = Page {
        script_hash: hash_source(&script),
        style_hash: hash_source(&style),
        script,
        style,
        report_base64: Base64::encode_string(report),
        signature_base64: Base64::encode_string(signature.unwrap_or_default()),
        later: made == Made::Later,
        plain: Plain::of(&written),
    };
    Ok(page.render()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What no clause judges in a register of promotions is on the page for browsers without scripts too.
    #[test]
    fn the_notes_of_a_register_of_promotions_are_shown() {
        let report = br#"{"type":"resettle-report/1","tool":"resettle 0.1.0","generated_at":"2026-01-01T00:00:00Z","inputs":[],
            "rulesets":[],"summary":{"coups":0,"wagers":0,"by_code":{},"by_severity":{}},"findings":[],
            "promotions":{"path":"register","jurisdiction":"AU-NSW","venue":"star","game":"7-up-baccarat","currency":"AUD",
            "as_of":"2017-06-30T23:00:00+10:00","judged":1,"not_judged":0,"absent":["denials.csv"],"notes":[{"what":"draws_not_held",
            "says":"draws planned and not held","number":7,"money":1500000,"places":["draws.csv:2"]}]}}"#;
        let html = page(report, None, Made::Later).unwrap();
        for shown in ["7: draws planned and not held, 15,000.00 AUD  (draws.csv:2 …)", "denials.csv", "1 judged"] {
            assert!(html.contains(shown), "{shown}");
        }
        assert!(script().contains("drawPromotions(model)"));
    }
}
