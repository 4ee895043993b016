use clap::Args as ClapArgs;
use clap_complete::Shell;

#[derive(Debug, ClapArgs)]
pub struct CompletionsArgs {
    /// The shell; put what is printed where it looks for completions
    #[arg(value_enum)]
    pub shell: Shell,
}
