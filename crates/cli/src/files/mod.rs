//! Files as the commands read and write them.

mod ahead;
mod folder;
mod hashing;
mod heads;
mod input;
mod search;
mod secret;
mod sharing;
mod stage;
mod standard_input;
mod window;

pub use resettle_console::files::{
    FOLDERS, TEMPORARY, bytes, bytes_up_to, folder_of, folders_below, open, replace_with, sorted, temporary_file, text,
    text_of, too_many_folders, usual_temporary_folder, whole_path, write_new, write_new_with, write_private,
};

pub use ahead::{AheadLog, is_worth};
pub use folder::{require_room, write_folder};
pub use hashing::{Hashing, sha256_of, sha256_of_rest};
pub use heads::HeadsFile;
pub use input::{Hashed, LogFile, OpenedLog};
pub use search::search;
pub use secret::{passphrase_from, private_key};
pub use sharing::Sharing;
pub use stage::sweep;
pub use standard_input::remove_copy;

/// SHA-256 in lower-case hex.
pub fn sha256(bytes: &[u8]) -> String {
    resettle_sealed_log::Digest::of(bytes).to_string()
}
