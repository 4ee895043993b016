use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
pub struct WitnessArgs {
    #[command(subcommand)]
    pub command: WitnessCommand,
}

/// A note states how many digests a venue has made and what they are (C2SP checkpoint), signed by the venue; each witness that saw
/// it adds a cosignature with its own time.
#[derive(Debug, Subcommand)]
pub enum WitnessCommand {
    /// Print a key as notes and the file of witnesses name it
    Key(WitnessKeyArgs),
    /// Sign for all digests of a venue so far, for witnesses to see
    Note(WitnessNoteArgs),
    /// Cosign a note, as a witness who saw the one before it
    Cosign(WitnessCosignArgs),
    /// Put what witnesses answered below a note
    Add(WitnessAddArgs),
    /// Check notes, who cosigned them, and which digests existed before when
    Check(WitnessCheckArgs),
}

#[derive(Debug, ClapArgs)]
pub struct WitnessKeyArgs {
    /// A public key in OpenSSH's form
    #[arg(value_name = "KEY.pub")]
    pub file: PathBuf,
    /// The name under which it signs: of a witness, for instance `witness.example/1`; of a venue, the origin of its notes
    #[arg(long, value_name = "NAME")]
    pub name: String,
    /// As the key that signs a venue's notes; left out, as one that cosigns them
    #[arg(long)]
    pub log: bool,
}

#[derive(Debug, ClapArgs)]
pub struct WitnessNoteArgs {
    /// The folder of the venue's digests, with their signatures
    #[arg(value_name = "DIGESTS")]
    pub dir: PathBuf,
    /// What the note's origin begins with, for instance `casino.example/digests`; the venue's id comes behind it
    #[arg(long, value_name = "ORIGIN")]
    pub origin: String,
    /// The private key that signs the note, Ed25519 in OpenSSH's format: that of the digests
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// The passphrase of the key
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// Keys that seal logs: such a key signs no note
    #[arg(long, value_name = "FILE")]
    pub trust: Option<PathBuf>,
    /// The last note, which this one continues; left out, the digests begin with the venue's first
    #[arg(long, value_name = "NOTE")]
    pub after: Option<PathBuf>,
    /// The note to write; the list of its digests goes beside it, with `.leaves` behind the name
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Also write what a witness on the network is sent (C2SP tlog-witness, add-checkpoint)
    #[arg(long, value_name = "FILE")]
    pub request: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct WitnessCosignArgs {
    /// The note, with its list beside it
    #[arg(value_name = "NOTE")]
    pub note: PathBuf,
    /// The venue's key, as `resettle witness key --log` prints it
    #[arg(long, value_name = "VKEY")]
    pub venue: String,
    /// The last note of this venue that you cosigned, with its list
    #[arg(long, value_name = "NOTE", required_unless_present = "first")]
    pub after: Option<PathBuf>,
    /// You never cosigned a note of this venue
    #[arg(long, conflicts_with = "after")]
    pub first: bool,
    /// Your private key, Ed25519 in OpenSSH's format
    #[arg(long, value_name = "KEY")]
    pub key: PathBuf,
    /// The passphrase of the key
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// Your name, as the file of witnesses has it in your key
    #[arg(long, value_name = "NAME")]
    pub name: String,
    /// The cosignature to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The time that you vouch for; left out, the clock's
    #[arg(long, value_name = "TIME")]
    pub at: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct WitnessAddArgs {
    /// The note
    #[arg(value_name = "NOTE")]
    pub note: PathBuf,
    /// What witnesses answered: lines of signatures
    #[arg(long, value_name = "FILE", required = true)]
    pub cosignature: Vec<PathBuf>,
    /// Whose cosignatures count: only such are kept then
    #[arg(long, value_name = "FILE")]
    pub witnesses: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct WitnessCheckArgs {
    /// Notes, each with its list beside it; of several of one venue the shorter have to be the beginning of the longer
    #[arg(value_name = "NOTE", required = true)]
    pub notes: Vec<PathBuf>,
    /// Whose notes and cosignatures count, and how many (C2SP tlog-policy), got from elsewhere than the notes
    #[arg(long, value_name = "FILE")]
    pub witnesses: PathBuf,
    /// A folder of digests: which of them witnesses saw, and before when
    #[arg(long, value_name = "DIR")]
    pub digests: Option<PathBuf>,
}
