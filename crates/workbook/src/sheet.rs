//! One sheet: a frozen header with a filter, and cells that are what they say.

use resettle_report::print::neutral;
use rust_xlsxwriter::{Color, ExcelDateTime, Format, FormatAlign, Worksheet, XlsxError};

/// The longest text that a cell holds, in UTF-16 units.
const LONGEST: usize = 32_767;

/// Whole numbers beyond this are no longer exact in a spreadsheet.
const EXACT: u128 = 1 << 53;

/// As many decimal digits a spreadsheet holds without changing any.
const EXACT_DIGITS: usize = 15;

/// The last row that the format has, counted from 0.
const LAST_ROW: u32 = 1_048_575;

/// What a cell holds.
pub(crate) enum Cell {
    /// Text of whatever origin.
    Text(String),
    /// Text that stands out: something is wrong here.
    Fault(String),
    /// A sum of money as people write it, `-25.00`: a number that can be added up, shown with as many places as it is
    /// written with; one that a spreadsheet would round becomes text.
    Amount(String),
    /// A whole number; one that a spreadsheet would round becomes text.
    Whole(i128),
    /// A date, `YYYY-MM-DD`; anything else becomes text.
    Date(String),
    /// Yes or no.
    Flag(bool),
    /// Nothing.
    Empty,
}

impl Cell {
    pub(crate) fn text(text: Option<&str>) -> Self {
        text.map_or(Self::Empty, |text| Self::Text(text.to_owned()))
    }

    pub(crate) fn whole(number: Option<impl Into<i128>>) -> Self {
        number.map_or(Self::Empty, |number| Self::Whole(number.into()))
    }

    pub(crate) fn amount(amount: Option<String>) -> Self {
        amount.map_or(Self::Empty, Self::Amount)
    }
}

/// A sheet with these columns, given as title and width in characters, and rows. What does not fit on one sheet
/// goes on further ones.
pub(crate) fn sheets(
    name: &str,
    columns: &[(&str, u8)],
    rows: impl Iterator<Item = Vec<Cell>>,
) -> Result<Vec<Worksheet>, XlsxError> {
    let mut done = Vec::new();
    let mut sheet = headed(name, columns)?;
    let mut at = 0;
    for row in rows {
        if at == LAST_ROW {
            finish(&mut sheet, columns, at)?;
            done.push(sheet);
            sheet = headed(&format!("{name} {}", done.len() + 1), columns)?;
            at = 0;
        }
        at += 1;
        for (column, cell) in (0_u16..).zip(row) {
            put(&mut sheet, at, column, cell)?;
        }
    }
    finish(&mut sheet, columns, at)?;
    done.push(sheet);
    Ok(done)
}

fn headed(name: &str, columns: &[(&str, u8)]) -> Result<Worksheet, XlsxError> {
    let bold = Format::new().set_bold().set_align(FormatAlign::Top).set_text_wrap();
    let mut sheet = Worksheet::new();
    sheet.set_name(name)?;
    for (column, (title, width)) in (0_u16..).zip(columns) {
        sheet.write_string_with_format(0, column, *title, &bold)?;
        sheet.set_column_width(column, *width)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    sheet.set_repeat_rows(0, 0)?;
    // A4.
    sheet.set_landscape().set_paper_size(9).set_print_fit_to_pages(1, 0);
    Ok(sheet)
}

fn finish(sheet: &mut Worksheet, columns: &[(&str, u8)], last: u32) -> Result<(), XlsxError> {
    let last_column = u16::try_from(columns.len()).unwrap_or(u16::MAX).saturating_sub(1);
    sheet.autofilter(0, 0, last, last_column)?;
    Ok(())
}

fn put(sheet: &mut Worksheet, row: u32, column: u16, cell: Cell) -> Result<(), XlsxError> {
    match cell {
        Cell::Empty => {}
        Cell::Text(text) => {
            sheet.write_string(row, column, fitting(&text))?;
        }
        Cell::Fault(text) => {
            let loud = Format::new().set_bold().set_font_color(Color::RGB(0x9C_0006));
            let loud = loud.set_background_color(Color::RGB(0xFF_C7CE));
            sheet.write_string_with_format(row, column, fitting(&text), &loud)?;
        }
        Cell::Amount(text) => {
            let places = text.split_once('.').map_or(0, |(_, places)| places.len());
            let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-' || byte == b'.');
            if plain && text.bytes().filter(u8::is_ascii_digit).count() <= EXACT_DIGITS {
                // Numbers of a spreadsheet are binary fractions; the exact minor units are in a column of their own.
                let format = Format::new().set_num_format(money_format(places));
                sheet.write_number_with_format(row, column, text.parse().unwrap_or(0.0), &format)?;
            } else {
                let right = Format::new().set_align(FormatAlign::Right);
                sheet.write_string_with_format(row, column, text, &right)?;
            }
        }
        Cell::Whole(number) => match i64::try_from(number) {
            Ok(small) if number.unsigned_abs() <= EXACT => {
                sheet.write_with_format(row, column, small, &Format::new().set_num_format("0"))?;
            }
            _ => return put(sheet, row, column, Cell::Amount(number.to_string())),
        },
        Cell::Date(text) => match ExcelDateTime::parse_from_str(&text) {
            Ok(date) if text.len() == 10 => {
                sheet.write_datetime_with_format(row, column, &date, &Format::new().set_num_format("yyyy-mm-dd"))?;
            }
            _ => return put(sheet, row, column, Cell::Text(text)),
        },
        Cell::Flag(flag) => {
            sheet.write_boolean(row, column, flag)?;
        }
    }
    Ok(())
}

/// With thousands apart, a minus before what is below zero, and this many places.
fn money_format(places: usize) -> String {
    let point = if places == 0 { "" } else { "." };
    format!("#,##0{point}{}", "0".repeat(places))
}

/// Neutral text that fits into a cell; what is cut says so.
fn fitting(text: &str) -> String {
    const CUT: &str = " … (cut; whole in report.json)";
    let text = neutral(text);
    if text.encode_utf16().count() <= LONGEST {
        return text;
    }
    let room = LONGEST - CUT.encode_utf16().count();
    let mut used = 0;
    let kept: String = text
        .chars()
        .take_while(|letter| {
            used += letter.len_utf16();
            used <= room
        })
        .collect();
    kept + CUT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_shown_with_the_places_of_their_currency() {
        assert_eq!(["#,##0", "#,##0.00", "#,##0.000"], [0, 2, 3].map(money_format).each_ref().map(String::as_str));
    }

    #[test]
    fn long_text_is_cut_between_letters_and_says_so() {
        let text = fitting(&"𝔸".repeat(20_000));
        assert!(text.encode_utf16().count() <= LONGEST);
        assert!(text.ends_with("(cut; whole in report.json)"));
        assert_eq!(fitting("short\u{7}"), "short\\u{7}");
    }
}
