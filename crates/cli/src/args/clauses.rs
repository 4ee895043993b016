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
    /// Print a cut file in place of the clauses: where each begins, as it was read, and every other line as outside. A
    /// person corrects it, and puts it beside the ruleset as cut.yaml
    #[arg(long)]
    pub cut: bool,
    /// Read the document by this cut file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["cut", "numbering"])]
    pub cut_file: Option<PathBuf>,
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
