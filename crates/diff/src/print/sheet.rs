use askama::Template;

/// A page of texts: what is known at a glance, then each text whole.
#[derive(Debug, Template)]
#[template(path = "sheet.html")]
pub struct Sheet {
    /// What it is.
    pub title: String,
    /// What is known at a glance: a name and what it is.
    pub facts: Vec<(&'static str, String)>,
    /// Texts as they are printed, each under its title.
    pub sections: Vec<(&'static str, String)>,
}

/// One page that needs nothing else, for screens and for A4.
///
/// # Errors
/// Where the template fails.
pub fn sheet(sheet: &Sheet) -> Result<String, askama::Error> {
    sheet.render()
}
