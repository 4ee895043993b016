//! Lines of text that are none of a capture: what wrote them, and what to do.

/// Fewer hexadecimal figures may be something else.
const FEWEST_FIGURES: usize = 6;

/// What to do about the time of a line of a capture that lacks something.
pub(crate) fn lacking_time(line: &str) -> Option<&'static str> {
    let bare = line.trim_start_matches(['[', ' ']);
    let like = |pattern: &str| {
        let mut letters = bare.chars();
        pattern.chars().all(|wanted| match (wanted, letters.next()) {
            ('0', Some(letter)) => letter.is_ascii_digit(),
            ('/', Some(letter)) => "/.-".contains(letter),
            (wanted, Some(letter)) => wanted == letter,
            (_, None) => false,
        })
    };
    if like("00/00/0000") {
        Some(
            "its dates have the year last, and so could be read in two ways: write the year first; where the day comes first: sed -E 's#([0-9]{2})[/.-]([0-9]{2})[/.-]([0-9]{4})#\\3-\\2-\\1#' FILE > NEW",
        )
    } else if like("00:00:00") {
        Some(
            "its times have no date: write that of the day before each, and cut the file at midnight: sed 's/^\\[*/2026-02-14T/' FILE > NEW",
        )
    } else {
        None
    }
}

/// What to do with a line of text that is not one of a capture, where it is known what wrote it.
pub(crate) fn dumped(line: &str) -> Option<&'static str> {
    let is_hex = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let figures = line.replace("0x", "").replace([' ', '\t', ',', ':', '-'], "");
    let are_figures = figures.len() >= FEWEST_FIGURES && is_hex(&figures);
    match line.split_once([':', ' ']) {
        Some((place, rest)) if place.len() >= 7 && is_hex(place) && line.contains(':') && rest.starts_with(' ') => {
            Some("it looks like what xxd writes: make the bytes of it with xxd -r FILE > NEW, and import NEW")
        }
        Some((place, rest)) if place.len() >= 7 && is_hex(place) && rest.starts_with(' ') => Some(
            "it looks like what hexdump -C writes: make the bytes of it with cut -c 11-58 FILE | xxd -r -p > NEW, and import NEW",
        ),
        _ if line.starts_with("\\x") => Some(
            "it looks like escaped bytes: make the bytes of it with printf '%b' \"$(tr -d '\\n' < FILE)\" > NEW, and import NEW",
        ),
        _ if are_figures => Some(
            "it looks like bytes in hexadecimal figures without times: write the time before each line, as 2026-02-14T20:01:07+08:00 05 31; or make the bytes of it with xxd -r -p FILE > NEW, and import NEW with --at",
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wrote_a_capture_down_is_known_by_its_line() {
        for (line, help) in [
            ("00000000: 0531 4481 b803 3446 0606 0531 4491 b503  .1D...4F", Some("xxd -r FILE")),
            ("00000000  05 31 44 81 b8 03 34 46  06 06 05 31 44 91 b5 03", Some("cut -c 11-58 FILE | xxd -r -p")),
            ("05 31 44 81 B8 03 34 46", Some("xxd -r -p FILE")),
            ("0x05,0x31,0x44", Some("xxd -r -p FILE")),
            ("05:31:44", Some("xxd -r -p FILE")),
            ("0531448 1B8033446", Some("xxd -r -p FILE")),
            ("\\x05\\x31\\x44", Some("printf '%b'")),
            ("2026-01-02 03:04:05 05 31 what", None),
            ("log of the shoe", None),
        ] {
            let found = dumped(line);
            assert_eq!(found.is_some(), help.is_some(), "{line}");
            assert!(found.unwrap_or_default().contains(help.unwrap_or_default()), "{line}: {found:?}");
        }
    }
}
