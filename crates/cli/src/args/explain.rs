use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub struct ExplainArgs {
    /// A finding's code, such as settlement/overpaid; left out, all codes are listed
    pub code: Option<String>,
}
