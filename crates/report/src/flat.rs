//! Rows that hold money and are written flat.

/// Declares a row that holds [`resettle_audit::Money`] and is written as one flat object, with those of its sums that are
/// named, in this order and in this place: `money: { those always there; later those that reports of older versions lack;
/// rare those that are left out where they are nought }`. The names and their meanings are [`resettle_audit::Money`]'s.
///
/// `#[serde(flatten)]` would do, but that it cannot read numbers of 128 bits.
macro_rules! flat {
    (
        $(#[doc $($doc:tt)*])*
        pub struct $Name:ident {
            $( $(#[doc $($before_doc:tt)*])* $(#[serde($($before_serde:tt)*)])? pub $before:ident: $before_type:ty, )*
            money: { $($always:ident),* $(; later $($later:ident),*)? $(; rare $($rare:ident),*)? },
            $( $(#[doc $($after_doc:tt)*])* $(#[serde($($after_serde:tt)*)])? pub $after:ident: $after_type:ty, )*
        }
    ) => {
        $(#[doc $($doc)*])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $Name {
            $( $(#[doc $($before_doc)*])* pub $before: $before_type, )*
            /// Its sums.
            pub money: resettle_audit::Money,
            $( $(#[doc $($after_doc)*])* pub $after: $after_type, )*
        }

        const _: () = {
            $crate::flat::flat! {
                @row { $(#[doc $($doc)*])* }
                { $( $(#[doc $($before_doc)*])* $(#[serde($($before_serde)*)])? $before: $before_type, )* }
                [
                    $( { $always } )*
                    $($( { $later #[serde(default)] } )*)?
                    $($( { $rare #[serde(default, skip_serializing_if = "crate::tally::is_nought")] } )*)?
                ]
                { $( $(#[doc $($after_doc)*])* $(#[serde($($after_serde)*)])? $after: $after_type, )* }
            }

            impl From<$Name> for Flat {
                fn from(row: $Name) -> Self {
                    let $Name { $($before,)* money, $($after,)* } = row;
                    Self {
                        $($before,)*
                        $($always: $crate::flat::flat!(@get money $always),)*
                        $($($later: $crate::flat::flat!(@get money $later),)*)?
                        $($($rare: $crate::flat::flat!(@get money $rare),)*)?
                        $($after,)*
                    }
                }
            }

            impl From<Flat> for $Name {
                fn from(row: Flat) -> Self {
                    let mut money = resettle_audit::Money::default();
                    $( $crate::flat::flat!(@set money $always row); )*
                    $($( $crate::flat::flat!(@set money $later row); )*)?
                    $($( $crate::flat::flat!(@set money $rare row); )*)?
                    let Flat { $($before,)* $($after,)* .. } = row;
                    Self { $($before,)* money, $($after,)* }
                }
            }

            impl serde::Serialize for $Name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serde::Serialize::serialize(&Flat::from(self.clone()), serializer)
                }
            }

            impl<'de> serde::Deserialize<'de> for $Name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    <Flat as serde::Deserialize>::deserialize(deserializer).map(Self::from)
                }
            }

            impl schemars::JsonSchema for $Name {
                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($Name).into()
                }

                fn schema_id() -> std::borrow::Cow<'static, str> {
                    concat!(module_path!(), "::", stringify!($Name)).into()
                }

                fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                    <Flat as schemars::JsonSchema>::json_schema(generator)
                }
            }
        };
    };

    (@get $money:ident net_variance) => { $money.net_variance() };
    (@get $money:ident $sum:ident) => { $money.$sum };
    // It follows from the others.
    (@set $money:ident net_variance $row:ident) => {};
    (@set $money:ident $sum:ident $row:ident) => { $money.$sum = $row.$sum; };

    (@row { $($doc:tt)* } { $($before:tt)* } [] { $($after:tt)* }) => {
        #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $($doc)*
        struct Flat {
            $($before)*
            $($after)*
        }
    };
    (@row $doc:tt $before:tt [{ wagers $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! { @add $doc $before { #[doc = "Wagers."] $($a)* wagers: u64, } [$($rest)*] $after }
    };
    (@row $doc:tt $before:tt [{ staked $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! { @add $doc $before { #[doc = "Stakes."] $($a)* staked: i128, } [$($rest)*] $after }
    };
    (@row $doc:tt $before:tt [{ returned $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before
            { #[doc = "What went back, commission taken off."] $($a)* returned: i128, }
            [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ due $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before
            {
                #[doc = "What was due; where two amounts are right the nearer one, where nothing is judged what went back."]
                $($a)* due: i128,
            }
            [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ net_variance $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before
            {
                #[doc = "`returned` − `due`, positive in the players' favour. Errors either way cancel out in it."]
                $($a)* net_variance: i128,
            }
            [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ overpaid $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before
            {
                #[doc = "What went back beyond what was due, over the wagers that returned too much."]
                $($a)* overpaid: i128,
            }
            [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ underpaid $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before
            {
                #[doc = "What was due and did not go back, over the wagers that returned too little."]
                $($a)* underpaid: i128,
            }
            [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ wagers_not_at_risk $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before
            {
                #[doc = "Wagers that are judged and were not at risk: refused, withdrawn, late, voided, of void coups and the like."]
                $($a)* wagers_not_at_risk: u64,
            }
            [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ staked_not_at_risk $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before { #[doc = "The stakes of those."] $($a)* staked_not_at_risk: i128, } [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ wagers_not_judged $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before
            {
                #[doc = "Wagers that are not judged: what went back stands for what was due."]
                $($a)* wagers_not_judged: u64,
            }
            [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ staked_not_judged $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before { #[doc = "The stakes of those."] $($a)* staked_not_judged: i128, } [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ returned_not_judged $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before { #[doc = "What went back of those."] $($a)* returned_not_judged: i128, } [$($rest)*] $after
        }
    };
    (@row $doc:tt $before:tt [{ wagers_without_limits $($a:tt)* } $($rest:tt)*] $after:tt) => {
        $crate::flat::flat! {
            @add $doc $before
            {
                #[doc = "Wagers for whose bet no table sign names a minimum or a maximum: whether they kept to limits was not asked."]
                $($a)* wagers_without_limits: u64,
            }
            [$($rest)*] $after
        }
    };
    (@add $doc:tt { $($before:tt)* } { $($sum:tt)* } $rest:tt $after:tt) => {
        $crate::flat::flat! { @row $doc { $($before)* $($sum)* } $rest $after }
    };
}

pub(crate) use flat;

#[cfg(test)]
mod tests {
    use crate::tally::TableTotals;

    #[test]
    fn sums_of_128_bits_are_read_as_they_are_written() {
        let text = r#"{"jurisdiction":"","venue":"","game":"","table":"","currency":"","coups":1,"wagers":2,"staked":170141183460469231731687303715884105727,"returned":-1,"due":0,"overpaid":0,"underpaid":0,"staked_not_judged":5,"by_bet":{},"chance":[]}"#;
        let row: TableTotals = serde_json::from_str(text).unwrap();
        assert_eq!((row.money.staked, row.money.wagers, row.money.staked_not_judged), (i128::MAX, 2, 5));
        assert_eq!(serde_json::to_string(&row).unwrap(), text);
    }
}
