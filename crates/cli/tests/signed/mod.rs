//! Keys, sealed logs and outside tools, for the tests of what is signed.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{Run, resettle_in, scratch};
use resettle_signing::PrivateKey;
use resettle_testkit::{own, sha256};

pub const PASSPHRASE: &str = "seven up, seven down";

/// Four records as a vendor hands them over: no `seq`, no `prev`, no seal.
pub const RECORDS: &str = r#"{"at":"2018-05-20T09:00:00+08:00","type":"open","format":"coup-log/1","log":"t-1","source":{"kind":"table","id":"BAC-07"},"jurisdiction":"SG","venue":"mbs","game":"baccarat","table":"BAC-07","currency":"SGD"}
{"at":"2018-05-20T09:00:01+08:00","type":"limits","min":{"player":1000,"banker":1000},"max":{"player":500000,"banker":500000,"tie":60000,"super_sevens":60000,"player_pair":60000,"banker_pair":60000}}
{"at":"2018-05-20T09:01:38+08:00","type":"shoe","shoe":"S-0001","event":"start","decks":8,"burned":[]}
{"at":"2018-05-20T09:02:31.884+08:00","type":"coup","shoe":"S-0001","coup":1,"times":{"opened":"2018-05-20T09:01:45.307+08:00","closed":"2018-05-20T09:02:00.307+08:00","first_card":"2018-05-20T09:02:01.800+08:00","settled":"2018-05-20T09:02:31.738+08:00"},"cards":["KS","TS","8D","3C"],"wagers":[{"id":"w1","seat":"1","area":"1","bet":"player","stake":1000,"placed":"2018-05-20T09:01:49.253+08:00","returned":2000}],"irregularities":[],"declared":{"result":"player","player":8,"banker":3,"sevens":0},"wrd":"player"}
"#;

/// A folder of one test, in which commands run, so that paths in what they print are short.
pub struct Workdir(tempfile::TempDir);

impl Workdir {
    pub fn new() -> Self {
        Self(scratch())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn run(&self, args: &[&str]) -> Run {
        resettle_in(self.path(), args)
    }

    /// Runs what has to succeed.
    pub fn done(&self, args: &[&str]) -> Run {
        let run = self.run(args);
        assert_eq!(run.status, 0, "{args:?}\n{}{}", run.out, run.err);
        run
    }

    /// Runs what cannot be done, and gives what was said about it. Nothing is printed as a result.
    pub fn refused(&self, args: &[&str]) -> String {
        let run = self.run(args);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}\n{}", run.err);
        run.err
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    pub fn write_private(&self, name: &str, bytes: impl AsRef<[u8]>) {
        self.write(name, bytes);
        self.set_mode(name, 0o600);
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// SHA-256 of a file, as reports give it.
    pub fn read_sha(&self, name: &str) -> String {
        sha256(&self.read(name))
    }

    pub fn mode(&self, name: &str) -> u32 {
        fs::metadata(self.path().join(name)).unwrap().permissions().mode() & 0o7777
    }

    pub fn set_mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// The names in a folder, sorted; temporary files too.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path().join(folder)).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Makes a key that nobody asks a passphrase for, and gives its public line.
    pub fn key(&self, name: &str) -> String {
        self.done(&["key", "new", name]);
        self.text(&format!("{name}.pub")).trim_end().to_owned()
    }

    /// Puts the key there by which the testkit seals, and gives its public line.
    pub fn own_key(&self, name: &str) -> String {
        let key = PrivateKey::from_seed(&own().to_bytes(), "").unwrap();
        let public = key.public_key().unwrap().to_openssh("").trim_end().to_owned();
        self.write_private(name, key.to_openssh().unwrap().as_bytes());
        self.write(&format!("{name}.pub"), format!("{public}\n"));
        public
    }

    /// Makes a key under [`PASSPHRASE`], which stands in the file `passphrase`.
    pub fn locked_key(&self, name: &str) -> String {
        self.write_private("passphrase", format!("{PASSPHRASE}\n"));
        self.done(&["key", "new", name, "--passphrase-file", "passphrase"]);
        self.text(&format!("{name}.pub")).trim_end().to_owned()
    }

    /// Seals [`RECORDS`] into `log.jsonl` with a new key `sealer`, which `trust.yaml` trusts.
    pub fn sealed_log(&self) {
        let public = self.key("sealer");
        self.write("records.jsonl", RECORDS);
        self.write("trust.yaml", trust(&public));
        self.done(&["seal", "records.jsonl", "--key", "sealer", "--out", "log.jsonl"]);
    }

    /// Runs an outside program in the folder: whether it succeeded, and what it printed.
    pub fn tool(&self, name: &str, args: &[&str]) -> (bool, String) {
        let output = Command::new(name)
            .args(args)
            .current_dir(self.path())
            .env("TZ", "UTC")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    }
}

/// A trust store of one key for the table of [`RECORDS`].
pub fn trust(public: &str) -> String {
    format!("keys:\n  - {{name: BAC-07, public_key: \"{public}\", venue: mbs, from: \"2018-01-01T00:00:00+08:00\"}}\n")
}
