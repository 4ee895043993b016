use std::borrow::Cow;

use bytes::Bytes;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use resettle_report::columns::Unit;

use super::*;
use crate::batch::Batch;

const fn column(name: &'static str, kind: Kind, optional: bool) -> Head {
    Head { name, kind, unit: Unit::None, optional, about: "" }
}

static EVERY_KIND: ExportTable = ExportTable {
    name: "every_kind",
    about: "",
    columns: Cow::Borrowed(&[
        column("text", Kind::Text, false),
        column("text_or_none", Kind::Text, true),
        column("file", Kind::Text, true),
        column("various", Kind::Various, true),
        column("int", Kind::Int, false),
        column("int_or_none", Kind::Int, true),
        column("serial", Kind::Serial, true),
        column("flag", Kind::Flag, false),
        column("day", Kind::Day, true),
        column("instant", Kind::Instant, false),
        column("decimal", Kind::Decimal, true),
        column("none", Kind::Decimal, true),
        column("no_text", Kind::Text, true),
        column("flag_or_none", Kind::Flag, true),
    ]),
};

/// What the reader gives for each value of [`EVERY_KIND`], in order.
type Model = Vec<Vec<Field>>;

fn decimal(value: i128) -> Field {
    let bytes = ByteArray::from(value.to_be_bytes().to_vec());
    Field::Decimal(parquet::data_type::Decimal::Bytes { value: bytes, precision: PRECISION, scale: 12 })
}

fn filled(rows: i64) -> (Batch, Model) {
    let mut batch = Batch::new(&EVERY_KIND);
    let mut model = Model::new();
    for nth in 0..rows {
        if nth % 11 == 10 {
            batch.row().again(EVERY_KIND.columns.len());
            model.push(model.last().unwrap().clone());
            continue;
        }
        let mixed = (nth * nth * 7 + nth) % 97;
        let text = format!("t{}", mixed % 5);
        let perhaps = |is_there: bool, field: Field| if is_there { field } else { Field::Null };
        let long = format!("a longer text {mixed}");
        let wide = i128::from(mixed) * 10i128.pow(20) - 1;
        let mut row = batch.row();
        row.text(text.as_str()).text((nth / 20 % 2 == 0).then_some(long.as_str())).text("one.jsonl");
        row.text((mixed > 3).then_some(long.as_str())).int(mixed - 40).int((mixed % 2 == 0).then_some(nth));
        row.int((nth % 50 != 7).then_some(nth)).flag(mixed > 50).int((nth > 5).then_some(nth / 100 - 3));
        row.int(nth * 1_000_001)
            .wide((mixed != 0).then_some(wide))
            .wide(None)
            .text(None)
            .flag((mixed % 3 != 0).then_some(mixed > 50));
        model.push(vec![
            Field::Str(text),
            perhaps(nth / 20 % 2 == 0, Field::Str(long.clone())),
            Field::Str("one.jsonl".to_owned()),
            perhaps(mixed > 3, Field::Str(long)),
            Field::Long(mixed - 40),
            perhaps(mixed % 2 == 0, Field::Long(nth)),
            perhaps(nth % 50 != 7, Field::Long(nth)),
            Field::Bool(mixed > 50),
            perhaps(nth > 5, Field::Date(i32::try_from(nth / 100 - 3).unwrap())),
            Field::TimestampMicros(nth * 1_000_001),
            perhaps(mixed != 0, decimal(wide)),
            Field::Null,
            Field::Null,
            perhaps(mixed % 3 != 0, Field::Bool(mixed > 50)),
        ]);
    }
    (batch, model)
}

#[test]
fn what_is_written_is_read_back() {
    let mut joined = Joined::new(&EVERY_KIND, Vec::new()).unwrap();
    let mut model = Model::new();
    for rows in [1, 7, 8, 9, 1000, 5000] {
        let (mut batch, more) = filled(rows);
        joined.append(group(&EVERY_KIND, &batch.take().unwrap()).unwrap()).unwrap();
        model.extend(more);
    }
    let reader = SerializedFileReader::new(Bytes::from(joined.finish().unwrap())).unwrap();
    let read = reader.get_row_iter(None).unwrap();
    let read: Model =
        read.map(|row| row.unwrap().into_columns().into_iter().map(|(_, field)| field).collect()).collect();
    assert_eq!(read.len(), model.len());
    for (nth, (read, model)) in read.iter().zip(&model).enumerate() {
        assert_eq!(read, model, "row {nth}");
    }
}

#[test]
fn the_least_and_the_greatest_are_written_of_what_is_looked_for() {
    let (mut batch, _) = filled(1000);
    let bytes = group(&EVERY_KIND, &batch.take().unwrap()).unwrap();
    let about = ParquetMetaDataReader::new().parse_and_finish(&Bytes::from(bytes)).unwrap();
    let columns = about.row_group(0).columns();
    let reported: Vec<String> = columns
        .iter()
        .map(|column| match column.statistics() {
            Some(reported) => {
                let bytes = |bytes: Option<&[u8]>| bytes.map(<[u8]>::to_vec);
                format!(
                    "{:?} {:?} {:?}",
                    bytes(reported.min_bytes_opt()),
                    bytes(reported.max_bytes_opt()),
                    reported.null_count_opt()
                )
            }
            None => "nothing".to_owned(),
        })
        .collect();
    insta::assert_debug_snapshot!(reported);
}
