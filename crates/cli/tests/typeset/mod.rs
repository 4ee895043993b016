//! Rule documents typeset as PDF: paragraphs, real tables, smart quotes, contents, headers and footers.
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write as _;

/// A paragraph or a table.
#[derive(Clone, Debug)]
pub enum Block {
    Text(String),
    Table(Vec<Vec<String>>),
}

/// How a document is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub size: i32,
    pub leading: i32,
    /// Space between paragraphs, in points.
    pub gap: i32,
    /// How wide the text is, in points.
    pub width: i32,
    /// What stands on top of each page.
    pub header: &'static str,
    /// What stands at its bottom; `#` is the page's number.
    pub footer: &'static str,
    /// Whether header and footer are written before the text of a page.
    pub furniture_first: bool,
    /// Whether a clause's number stands apart from its text, which hangs beside it.
    pub hanging: bool,
    /// Whether a clause's number has a line of its own.
    pub number_alone: bool,
    /// Whether a table that goes on repeats its first row on the next page.
    pub repeat_head: bool,
}

pub const PLAIN: Style = Style {
    size: 11,
    leading: 13,
    gap: 5,
    width: 450,
    header: "",
    footer: "",
    furniture_first: false,
    hanging: false,
    number_alone: false,
    repeat_head: false,
};

/// The blocks of a text: a line each, lines with tabs are rows of a table; marks of typesetting go, quotes become
/// typographic.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    for line in text.lines() {
        let line = line.replace("**", "").replace("\\$", "$").replace("<sup>", "").replace("</sup>", "");
        let line = line.trim().trim_start_matches(['-', '•', '#']).trim().trim_matches('*');
        if line.is_empty() {
            continue;
        }
        if line.contains('\t') {
            let row: Vec<String> = line.split('\t').map(|cell| smart(cell.trim())).collect();
            match out.last_mut() {
                Some(Block::Table(rows)) => rows.push(row),
                _ => out.push(Block::Table(vec![row])),
            }
        } else {
            out.push(Block::Text(smart(line)));
        }
    }
    out
}

/// Straight quotes made typographic, as a word processor does it.
pub fn smart(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        let opens = out
            .chars()
            .next_back()
            .is_none_or(|before| before.is_whitespace() || "([\u{201c}\u{2018}".contains(before));
        out.push(match letter {
            '"' if opens => '\u{201c}',
            '"' => '\u{201d}',
            '\'' if opens => '\u{2018}',
            '\'' => '\u{2019}',
            other => other,
        });
    }
    out
}

/// The PDF of some blocks.
pub fn pdf(blocks: &[Block], style: &Style) -> Vec<u8> {
    let mut pages = Pages::new(*style);
    for block in blocks {
        match block {
            Block::Text(text) => pages.paragraph(text),
            Block::Table(rows) => pages.table(rows),
        }
    }
    pages.finish()
}

/// The blocks as a page for a browser, with this style sheet.
pub fn html(blocks: &[Block], css: &str) -> String {
    let plain = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut out =
        format!("<!doctype html><html lang=en><meta charset=utf-8><title>Rules</title><style>{css}</style>\n");
    for block in blocks {
        match block {
            Block::Text(text) => writeln!(out, "<p>{}</p>", plain(text)).unwrap(),
            Block::Table(rows) => {
                out.push_str("<table border=1 cellpadding=4>\n");
                for row in rows {
                    let cells: String = row.iter().map(|cell| format!("<td>{}</td>", plain(cell))).collect();
                    writeln!(out, "<tr>{cells}</tr>").unwrap();
                }
                out.push_str("</table>\n");
            }
        }
    }
    out
}

/// Prints a page to PDF in a browser.
pub fn print(chromium: &std::path::Path, page: &str, folder: &std::path::Path) -> std::path::PathBuf {
    let (from, to) = (folder.join("page.html"), folder.join("page.pdf"));
    std::fs::write(&from, page).unwrap();
    let mut command = std::process::Command::new(chromium);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]);
    command.arg(format!("--user-data-dir={}", folder.join("browser").display()));
    let run = command.arg(format!("--print-to-pdf={}", to.display())).arg(&from).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    to
}

struct Pages {
    style: Style,
    done: Vec<String>,
    page: String,
    y: i32,
}

const LEFT: i32 = 72;
const TOP: i32 = 760;
const BOTTOM: i32 = 80;

impl Pages {
    fn new(style: Style) -> Self {
        let mut pages = Self { style, done: Vec::new(), page: String::new(), y: TOP };
        pages.begin();
        pages
    }

    fn begin(&mut self) {
        self.y = TOP;
        if self.style.furniture_first {
            self.furniture();
        }
    }

    fn furniture(&mut self) {
        let number = (self.done.len() + 1).to_string();
        let (header, footer) = (self.style.header, self.style.footer.replace('#', &number));
        if !header.is_empty() {
            self.put(LEFT, 800, 8, header);
        }
        if !footer.is_empty() {
            self.put(280, 40, 8, &footer);
        }
    }

    fn turn(&mut self) {
        if !self.style.furniture_first {
            self.furniture();
        }
        self.done.push(std::mem::take(&mut self.page));
        self.begin();
    }

    fn put(&mut self, x: i32, y: i32, size: i32, text: &str) {
        writeln!(self.page, "BT /F1 {size} Tf {x} {y} Td ({}) Tj ET", escaped(text)).unwrap();
    }

    fn room(&mut self, lines: i32) {
        if self.y - lines * self.style.leading < BOTTOM {
            self.turn();
        }
    }

    fn line(&mut self, x: i32, text: &str) {
        self.room(1);
        self.put(x, self.y, self.style.size, text);
        self.y -= self.style.leading;
    }

    fn paragraph(&mut self, text: &str) {
        let number = text
            .split_whitespace()
            .next()
            .filter(|word| word.contains('.') && word.chars().all(|letter| letter.is_ascii_digit() || letter == '.'));
        let indent =
            14 * number.map_or(0, |number| i32::try_from(number.trim_end_matches('.').matches('.').count()).unwrap());
        let (number, rest) = match number {
            Some(number) if self.style.hanging || self.style.number_alone => {
                (Some(number.to_owned()), text[number.len()..].trim())
            }
            _ => (None, text),
        };
        let hang = if number.is_some() { indent + 44 } else { indent };
        let lines = wrapped(rest, self.style.width - hang, self.style.size);
        let mut lines = lines.into_iter();
        if let Some(number) = number {
            self.room(1);
            self.put(LEFT + indent, self.y, self.style.size, &number);
            if self.style.number_alone {
                self.y -= self.style.leading;
                self.room(1);
            }
            let first = lines.next().unwrap_or_default();
            self.line(LEFT + hang, &first);
        }
        for line in lines {
            self.line(LEFT + hang, &line);
        }
        self.y -= self.style.gap;
    }

    fn table(&mut self, rows: &[Vec<String>]) {
        let columns = i32::try_from(rows.iter().map(Vec::len).max().unwrap_or(1)).unwrap();
        // The first column of a wide table is a label.
        let width = self.style.width / columns;
        for (at, row) in rows.iter().enumerate() {
            let cells: Vec<Vec<String>> = row.iter().map(|cell| wrapped(cell, width - 8, self.style.size)).collect();
            let high = i32::try_from(cells.iter().map(Vec::len).max().unwrap_or(1).max(1)).unwrap();
            let before = self.done.len();
            self.room(high + 1);
            if self.done.len() > before && self.style.repeat_head && at > 0 {
                let head: Vec<Vec<String>> =
                    rows[0].iter().map(|cell| wrapped(cell, width - 8, self.style.size)).collect();
                let high = i32::try_from(head.iter().map(Vec::len).max().unwrap_or(1)).unwrap();
                self.row(&head, width, high);
            }
            self.row(&cells, width, high);
        }
        self.y -= self.style.gap;
    }

    fn row(&mut self, cells: &[Vec<String>], width: i32, high: i32) {
        let height = high * self.style.leading;
        let top = self.y + self.style.leading - 3;
        let mut x = LEFT;
        for cell in cells {
            writeln!(self.page, "{x} {} {width} {height} re S", top - height).unwrap();
            // Cells stand in the middle of their row.
            let own = i32::try_from(cell.len()).unwrap() * self.style.leading;
            let mut y = self.y - (height - own) / 2;
            for line in cell {
                self.put(x + 4, y, self.style.size, line);
                y -= self.style.leading;
            }
            x += width;
        }
        self.y -= height;
    }

    fn finish(mut self) -> Vec<u8> {
        self.turn();
        let contents: Vec<Vec<u8>> = self.done.iter().map(|page| bytes(page)).collect();
        assemble(&contents)
    }
}

/// A PDF of pages with these contents.
pub fn assemble(contents: &[Vec<u8>]) -> Vec<u8> {
    let kids: Vec<String> = (0..contents.len()).map(|at| format!("{} 0 R", 4 + at * 2)).collect();
    let mut objects: Vec<Vec<u8>> = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!(
            "<< /Type /Pages /Kids [{}] /Count {} /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> >>",
            kids.join(" "),
            kids.len()
        )
        .into_bytes(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>".to_vec(),
    ];
    for (at, content) in contents.iter().enumerate() {
        objects.push(format!("<< /Type /Page /Parent 2 0 R /Contents {} 0 R >>", 5 + at * 2).into_bytes());
        let mut stream = format!("<< /Length {} >>\nstream\n", content.len()).into_bytes();
        stream.extend_from_slice(content);
        stream.extend_from_slice(b"\nendstream");
        objects.push(stream);
    }
    file(&objects, "")
}

/// A PDF file of objects 1, 2, 3 …; `trailer` is added to the trailer's entries.
pub fn file(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend_from_slice(format!("{} 0 obj\n", at + 1).as_bytes());
        out.extend_from_slice(object);
        out.extend_from_slice(b"\nendobj\n");
    }
    let xref = out.len();
    out.extend_from_slice(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).as_bytes());
    for place in places {
        out.extend_from_slice(format!("{place:010} 00000 n \n").as_bytes());
    }
    out.extend_from_slice(
        format!("trailer\n<< /Size {} /Root 1 0 R {trailer} >>\nstartxref\n{xref}\n%%EOF\n", objects.len() + 1)
            .as_bytes(),
    );
    out
}

/// Lines as wide as fits, by about how wide Times is.
fn wrapped(text: &str, width: i32, size: i32) -> Vec<String> {
    let letters = usize::try_from((width * 100 / (size * 46)).max(6)).unwrap();
    let mut out = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > letters {
            out.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        out.push(line);
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)")
}

/// WinAnsi.
fn bytes(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| match letter {
            '\u{2018}' => 0x91,
            '\u{2019}' => 0x92,
            '\u{201c}' => 0x93,
            '\u{201d}' => 0x94,
            '\u{2022}' => 0x95,
            '\u{2013}' => 0x96,
            '\u{2014}' => 0x97,
            other => u8::try_from(u32::from(other)).unwrap_or_else(|_| panic!("{other:?} is not in WinAnsi")),
        })
        .collect()
}
