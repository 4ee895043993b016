//! Which system an archive says it was made on.

/// Says of every entry that it was made on Unix, whatever the system is, so that a report is the same bytes everywhere: the zip library names the one it
/// runs on. The archive has no comment; one that is laid out otherwise is left as it is.
pub(crate) fn made_on_unix(mut archive: Vec<u8>) -> Vec<u8> {
    for at in entries(&archive) {
        if let Some(host) = archive.get_mut(at + 5) {
            *host = UNIX;
        }
    }
    archive
}

const UNIX: u8 = 3;
/// How long the end of the central directory and a header in it are, before what varies.
const END: usize = 22;
const HEADER: usize = 46;

/// Where the headers of the central directory start (APPNOTE 4.3.12, 4.3.16).
fn entries(archive: &[u8]) -> Vec<usize> {
    let short = |at: usize| archive.get(at..at + 2)?.try_into().ok().map(u16::from_le_bytes).map(usize::from);
    let long = |at: usize| usize::try_from(archive.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes)?).ok();
    let mut starts = Vec::new();
    let mut at = archive.len().checked_sub(END).and_then(|end| long(end + 16));
    while let Some(start) = at.filter(|&start| archive.get(start..start + 4) == Some(b"PK\x01\x02")) {
        starts.push(start);
        let varies: Option<usize> = [28, 30, 32].into_iter().map(|length| short(start + length)).sum();
        at = varies.map(|varies| start + HEADER + varies);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::{UNIX, entries, made_on_unix};
    use rust_xlsxwriter::Workbook;

    #[test]
    fn an_archive_made_on_windows_is_the_one_made_on_linux() {
        let mut workbook = Workbook::new();
        workbook.add_worksheet().write(0, 0, "Findings").unwrap();
        let archive = made_on_unix(workbook.save_to_buffer().unwrap());
        let starts = entries(&archive);
        assert!(starts.len() > 5, "{} entries", starts.len());
        let mut on_windows = archive.clone();
        for start in starts {
            assert_eq!(archive[start + 5], UNIX);
            on_windows[start + 5] = 0;
        }
        assert_ne!(on_windows, archive);
        assert_eq!(made_on_unix(on_windows), archive);
    }

    #[test]
    fn what_is_no_archive_stays_as_it_is() {
        for bytes in [&b""[..], b"PK", &[0xff; 64]] {
            assert_eq!(made_on_unix(bytes.to_vec()), bytes);
        }
    }
}
