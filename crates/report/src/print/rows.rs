//! Rows of tables: a name, and cells of fixed width beside it, or below it where the line has no room for both.

use std::fmt::Write as _;

use super::text::{QUIET, STRONG};
use super::wrap::{Width, shortened};

/// The heading of a table. `place` is how far the first cell is indented, and how many columns it takes of the usual width.
pub(super) fn table_heading(width: Width, place: (usize, usize), title: &str, cells: &str, out: &mut String) {
    let (indent, usual) = place;
    let _ = match width.first(indent + usual) {
        Some(room) => {
            writeln!(out, "{:indent$}{STRONG}{title:<own$}{STRONG:#}{QUIET}{cells}{QUIET:#}", "", own = room - indent)
        }
        None => {
            let below = width.beside(0);
            writeln!(out, "{:indent$}{STRONG}{title}{STRONG:#}\n{QUIET}{cells:>below$}{QUIET:#}", "")
        }
    };
}

/// A row of the table, without blanks at its end. A name that is longer than its cell is shortened.
pub(super) fn table_row(width: Width, place: (usize, usize), name: &str, cells: &str, out: &mut String) {
    let (indent, usual) = place;
    let row = match width.first(indent + usual) {
        Some(room) => format!("{:indent$}{:<own$}{cells}", "", shortened(name, room - indent), own = room - indent),
        None => {
            let below = width.beside(0);
            format!("{:indent$}{}\n{cells:>below$}", "", shortened(name, below - indent))
        }
    };
    let _ = writeln!(out, "{}", row.trim_end());
}
