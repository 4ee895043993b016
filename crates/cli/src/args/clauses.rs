use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use resettle_document::Numbering;

#[derive(Debug, ClapArgs)]
pub struct ClausesArgs {
    /// The document: a PDF, or its text in UTF-8
    #[arg(long, value_name = "FILE")]
    pub document: PathBuf,
    /// How the document numbers its clauses, where that is not recognised
    #[arg(long, value_enum, value_name = "KIND")]
    pub numbering: Option<NumberingName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NumberingName {
    /// 3.9.1
    Points,
    /// § 629b.1(a)(2)
    Sections,
    /// 13:69F-7.1(c)1.i
    Codes,
    /// Rule 4A, Artigo 13.º, Division 5 (3)(a)
    Words,
}

impl From<NumberingName> for Numbering {
    fn from(name: NumberingName) -> Self {
        match name {
            NumberingName::Points => Self::Points,
            NumberingName::Sections => Self::Sections,
            NumberingName::Codes => Self::Codes,
            NumberingName::Words => Self::Words,
        }
    }
}
