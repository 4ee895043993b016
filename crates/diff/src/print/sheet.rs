use askama::Template;

/// A page of texts: what is known at a glance, then each text whole.
#[derive(Debug, Template)]
#[template(path = "sheet.html")]
pub struct Sheet {
    /// What names the page, in a browser too.
    pub title: String,
    /// What is known at a glance: a name and what it is.
    pub facts: Vec<(&'static str, String)>,
    /// Texts as they are printed, each under its title.
    pub sections: Vec<(&'static str, String)>,
}

/// No line of a table is longer, in letters.
const WIDEST_TABLE: usize = 130;

impl Sheet {
    /// Whether a line is broken on the page. Tables keep their columns, and are scrolled where they are too wide.
    #[allow(clippy::unused_self, reason = "templates call it so")]
    fn is_prose(&self, line: &str) -> bool {
        line.chars().count() > WIDEST_TABLE
    }
}

/// One page that needs nothing else, for screens and for A4.
///
/// # Errors
/// Where the template fails.
pub fn sheet(sheet: &Sheet) -> Result<String, askama::Error> {
    sheet.render()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wider_than_a_table_is_broken() -> Result<(), askama::Error> {
        let long = "a ".repeat(WIDEST_TABLE);
        let text = format!("bet   pays\n----  ------\ntie   8 to 1\n\n{long}");
        let page = sheet(&Sheet { title: "T".to_owned(), facts: Vec::new(), sections: vec![("Odds", text)] })?;
        let table = "\nbet   pays\n----  ------\ntie   8 to 1\n\n<span class=\"prose\">a a";
        assert!(page.contains(table), "{page}");
        assert_eq!(page.matches("class=\"prose\"").count(), 1);
        Ok(())
    }
}
