use std::io;

use serde::Serialize;
use serde_json::ser::Formatter;

use crate::print::is_unsafe;

/// JSON that is safe to print: characters that steer a terminal or hide text are escaped, which
/// changes no value. `pretty` puts every member on a line of its own.
///
/// # Errors
/// What `out` says.
pub fn to_json<T: Serialize>(value: &T, pretty: bool, out: &mut impl io::Write) -> io::Result<()> {
    if pretty {
        let formatter = Safe(serde_json::ser::PrettyFormatter::with_indent(b" "));
        value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, formatter))?;
    } else {
        let formatter = Safe(serde_json::ser::CompactFormatter);
        value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, formatter))?;
    }
    out.write_all(b"\n")
}

/// Escapes what a terminal would obey; leaves the layout to the inner formatter.
struct Safe<F>(F);

impl<F: Formatter> Formatter for Safe<F> {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut plain = 0;
        for (at, letter) in fragment.char_indices().filter(|(_, letter)| is_unsafe(*letter)) {
            writer.write_all(fragment.get(plain..at).unwrap_or_default().as_bytes())?;
            for unit in letter.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            plain = at + letter.len_utf8();
        }
        writer.write_all(fragment.get(plain..).unwrap_or_default().as_bytes())
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_changes_no_value_and_leaves_nothing_that_steers_a_terminal() {
        let text = "a\u{1b}[2Jb\u{9b}31mc\u{202e}d\u{7f}é\u{e0041}\"\\";
        for pretty in [false, true] {
            let mut out = Vec::new();
            to_json(&[text], pretty, &mut out).unwrap();
            let printed = String::from_utf8(out).unwrap();
            assert!(!printed.trim_end().chars().any(|c| is_unsafe(c) && c != '\n'), "{printed:?}");
            let back: Vec<String> = serde_json::from_str(&printed).unwrap();
            assert_eq!(back, [text]);
        }
    }
}
