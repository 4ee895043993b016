use clap::{Args as ClapArgs, ValueEnum};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// One line of a coup log
    CoupLog,
    /// report.json
    Report,
    /// ruleset.yaml
    Ruleset,
}

#[derive(Debug, ClapArgs)]
pub struct SchemaArgs {
    /// The format
    #[arg(value_enum)]
    pub of: SchemaOf,
}
