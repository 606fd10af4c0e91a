//! The known answers of `vectors/vectors.json`, typed.

use crate::Rule;
use checksum_engine::Family;
use serde::Deserialize;
use std::sync::OnceLock;

/// The whole set.
#[derive(Debug, Deserialize)]
pub struct Vectors {
    /// Values that a standard or a trusted project publishes.
    pub published: Vec<Published>,
    /// Inputs with the values of all four algorithms.
    pub cases: Vec<Case>,
    /// One value a length.
    pub tables: Vec<Table>,
    /// A running value, and what becomes of it over more bytes.
    #[serde(rename = "continue")]
    pub continued: Vec<Continue>,
    /// Checksums of A and of B, and that of both.
    pub combine: Vec<Combine>,
    /// Inputs of more than 256 MiB.
    pub large: Vec<Case>,
    /// Piece sizes in which every case must give the same value.
    pub chunk_sizes_to_try: Vec<usize>,
}

/// A published value of one algorithm.
#[derive(Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the file's")]
pub struct Published {
    pub id: String,
    pub algo: String,
    pub rule: Rule,
    pub value: String,
    pub source: String,
}

/// One input and the values of all algorithms, in hex as printed.
#[derive(Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the file's")]
pub struct Case {
    pub id: String,
    pub rule: Rule,
    adler32: String,
    crc32: String,
    crc32c: String,
    md5: String,
}

impl Case {
    /// The value of one algorithm.
    pub fn value(&self, family: Family) -> &str {
        match family {
            Family::Adler32 => &self.adler32,
            Family::Crc32 => &self.crc32,
            Family::Crc32c => &self.crc32c,
            Family::Md5 => &self.md5,
        }
    }
}

/// A value for each length from `n_from` to `n_to`.
#[derive(Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the file's")]
pub struct Table {
    pub id: String,
    pub n_from: u64,
    pub n_to: u64,
    #[serde(deserialize_with = "rule_for_n")]
    pub rule_for_n: Rule,
    adler32: Vec<String>,
    crc32: Vec<String>,
    crc32c: Vec<String>,
    md5: Vec<String>,
}

impl Table {
    /// The inputs with the value of one algorithm.
    pub fn rows(&self, family: Family) -> impl Iterator<Item = (Rule, &str)> {
        let values = match family {
            Family::Adler32 => &self.adler32,
            Family::Crc32 => &self.crc32,
            Family::Crc32c => &self.crc32c,
            Family::Md5 => &self.md5,
        };
        assert_eq!(values.len() as u64, self.n_to - self.n_from + 1, "{}", self.id);
        (self.n_from..=self.n_to).map(|n| self.rule_for_n.with_len(n)).zip(values.iter().map(String::as_str))
    }
}

/// A running value continued.
#[derive(Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the file's")]
pub struct Continue {
    pub id: String,
    pub algo: String,
    pub start: String,
    pub rule: Rule,
    pub result: String,
}

/// Two checksums combined.
#[derive(Debug, Deserialize)]
#[allow(missing_docs, reason = "the fields are the file's")]
pub struct Combine {
    pub id: String,
    pub algo: String,
    pub a: String,
    pub b: String,
    pub b_len: String,
    pub result: String,
}

/// The file writes the length that is to be filled in as the string "N".
fn rule_for_n<'de, D: serde::Deserializer<'de>>(source: D) -> Result<Rule, D::Error> {
    let mut value = serde_json::Value::deserialize(source)?;
    value["n"] = 0.into();
    serde_json::from_value(value).map_err(serde::de::Error::custom)
}

/// The set, parsed once.
pub fn vectors() -> &'static Vectors {
    static VECTORS: OnceLock<Vectors> = OnceLock::new();
    VECTORS.get_or_init(|| {
        serde_json::from_str(include_str!("../vectors/vectors.json")).expect("the set is well-formed")
    })
}

/// A value of eight hex digits.
pub fn hex32(text: &str) -> u32 {
    u32::from_str_radix(text, 16).expect("eight hex digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_is_there_and_inputs_have_their_stated_lengths() {
        let vectors = vectors();
        assert!(vectors.published.len() >= 70 && vectors.cases.len() >= 500 && vectors.large.len() >= 12);
        assert!(vectors.continued.len() >= 100 && vectors.combine.len() >= 39);
        for family in Family::ALL {
            assert!(vectors.published.iter().any(|row| row.algo == family.name()), "{family}");
            for table in &vectors.tables {
                assert_eq!(table.rows(family).count(), 301);
            }
        }
        for case in &vectors.cases {
            assert_eq!(case.rule.bytes().len() as u64, case.rule.len(), "{}", case.id);
        }
    }
}
