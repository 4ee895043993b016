//! One day of the table: its capture, and the log that the capture gives.

use ed25519_dalek::SigningKey;
use resettle_import::{CaptureLine, CaptureMapping, LiveShoe, ShoeRecord};
use resettle_sealed_log::SealingWriter;
use resettle_sealed_log::strict::parse;

/// Remarks of a capture that say what the recorder did.
pub(crate) mod remark {
    /// A day begins: its log is opened.
    pub(crate) const BEGUN: &str = "begun";
    /// A day is over: its log is closed.
    pub(crate) const CLOSED: &str = "closed";
    /// What stands behind it becomes a record.
    pub(crate) const NOTED: &str = "noted: ";
}

/// What a line of a capture leads to. It depends on the lines before it and on nothing else.
pub(crate) struct Day<'k> {
    pub(crate) name: String,
    mapping: CaptureMapping,
    shoe: LiveShoe,
    log: SealingWriter<'k, Vec<u8>>,
    /// Lines of the capture so far.
    lines: u64,
    pub(crate) is_begun: bool,
    pub(crate) is_closed: bool,
}

impl<'k> Day<'k> {
    pub(crate) fn new(name: &str, mapping: CaptureMapping, key: &'k SigningKey) -> Self {
        let mut log = SealingWriter::new(key, Vec::new());
        log.name(mapping.log().to_owned());
        Self {
            name: name.to_owned(),
            shoe: LiveShoe::new(&mapping),
            mapping,
            log,
            lines: 0,
            is_begun: false,
            is_closed: false,
        }
    }

    pub(crate) fn capture(&self) -> String {
        format!("{}.capture", self.name)
    }

    pub(crate) fn log(&self) -> String {
        format!("{}.jsonl", self.name)
    }

    /// The mapping of a day that goes on behind this one.
    pub(crate) fn mapping_behind(&self) -> CaptureMapping {
        self.shoe.mapping_behind()
    }

    pub(crate) fn is_at_rest(&self) -> bool {
        self.shoe.is_at_rest()
    }

    pub(crate) fn problems(&self) -> impl Iterator<Item = String> + '_ {
        self.shoe.problems().iter().map(ToString::to_string)
    }

    /// Takes a line of the capture, and gives what it adds to the log.
    pub(crate) fn take(&mut self, at: &str, line: &CaptureLine) -> Result<Vec<u8>, String> {
        self.lines = self.lines.saturating_add(1);
        let records = match line {
            CaptureLine::Received(bytes) | CaptureLine::Answered(bytes) => self.shoe.take(self.lines, at, bytes),
            CaptureLine::Remark(text) if text == remark::BEGUN && !self.is_begun => {
                self.is_begun = true;
                vec![LiveShoe::open(&self.mapping, &self.capture())]
            }
            CaptureLine::Remark(text) => {
                self.is_closed |= text == remark::CLOSED;
                match text.strip_prefix(remark::NOTED) {
                    Some(noted) => self.shoe.note(self.lines, at, noted),
                    None => Vec::new(),
                }
            }
        };
        for record in &records {
            self.write(at, record)?;
        }
        if !records.is_empty() || self.is_closed {
            self.log.seal(at, self.is_closed).map_err(|error| error.to_string())?;
        }
        Ok(std::mem::take(self.log.out()))
    }

    fn write(&mut self, at: &str, record: &ShoeRecord) -> Result<(), String> {
        let mut text = b"{\"at\":".to_vec();
        // Writing text into memory cannot fail.
        let _ = serde_json::to_writer(&mut text, at);
        text.extend_from_slice(format!(",\"type\":\"{}\"", record.kind).as_bytes());
        text.extend_from_slice(&record.members);
        text.push(b'}');
        let line = self.log.chained(&parse(&text)?)?;
        self.log.write(&line).map_err(|error| error.to_string())
    }
}
