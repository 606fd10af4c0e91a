use serde::Deserialize;

/// How an input is made. `vectors/README.md` states each rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(missing_docs, reason = "the fields are the rules' own parameters")]
pub enum Rule {
    Byte { v: u8, n: u64 },
    Lin { a: u64, b: u64, n: u64 },
    Lcg { seed: u32, n: u64 },
    Mix { k: u64, n: u64 },
    Text { s: String },
    Hex { h: String },
    Rep { of: Box<Rule>, times: u64 },
    Cat { of: Vec<Rule> },
    Slice { of: Box<Rule>, off: usize, n: u64 },
    Sparse { n: u64, tail: String },
}

/// Runs of equal bytes are handed out in blocks of this many bytes.
const BLOCK: u64 = 1 << 20;

impl Rule {
    /// The number of bytes.
    pub fn len(&self) -> u64 {
        match self {
            Rule::Byte { n, .. } | Rule::Lin { n, .. } | Rule::Lcg { n, .. } | Rule::Mix { n, .. } => *n,
            Rule::Text { s } => s.len() as u64,
            Rule::Hex { h } => h.len() as u64 / 2,
            Rule::Rep { of, times } => of.len() * times,
            Rule::Cat { of } => of.iter().map(Rule::len).sum(),
            Rule::Slice { n, .. } | Rule::Sparse { n, .. } => *n,
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All bytes in memory.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.each_block(&mut |block| bytes.extend_from_slice(block));
        assert_eq!(bytes.len() as u64, self.len());
        bytes
    }

    /// The bytes, handed out block by block: inputs of gigabytes need no gigabytes.
    pub fn each_block(&self, take: &mut dyn FnMut(&[u8])) {
        match self {
            Rule::Byte { v, n } => {
                let block = vec![*v; BLOCK.min(*n) as usize];
                let mut left = *n;
                while left > 0 {
                    let now = left.min(BLOCK);
                    take(&block[..now as usize]);
                    left -= now;
                }
            }
            Rule::Lin { a, b, n } => take(&by_index(*n, |i| a.wrapping_mul(i).wrapping_add(*b))),
            Rule::Mix { k, n } => {
                take(&by_index(*n, |i| i.wrapping_mul(i).wrapping_mul(*k) ^ (i >> 3) ^ (i >> 11)))
            }
            Rule::Lcg { seed, n } => {
                let mut x = *seed;
                take(&by_index(*n, |_| {
                    x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    u64::from(x >> 24)
                }));
            }
            Rule::Text { s } => take(s.as_bytes()),
            Rule::Hex { h } => {
                let digits = h.as_bytes().chunks_exact(2);
                let bytes: Vec<u8> = digits
                    .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).expect("hex"), 16).expect("hex"))
                    .collect();
                take(&bytes);
            }
            Rule::Rep { of, times } => {
                let once = of.bytes();
                for _ in 0..*times {
                    take(&once);
                }
            }
            Rule::Cat { of } => of.iter().for_each(|rule| rule.each_block(take)),
            Rule::Slice { of, off, n } => take(&of.bytes()[*off..][..*n as usize]),
            Rule::Sparse { n, tail } => {
                Rule::Byte { v: 0, n: n - tail.len() as u64 }.each_block(take);
                take(tail.as_bytes());
            }
        }
    }

    /// The same rule with another length, for the sections with one value a length.
    pub fn with_len(&self, len: u64) -> Rule {
        let mut rule = self.clone();
        match &mut rule {
            Rule::Byte { n, .. } | Rule::Lin { n, .. } | Rule::Lcg { n, .. } | Rule::Mix { n, .. } => {
                *n = len
            }
            other => panic!("no table is made by {other:?}"),
        }
        rule
    }
}

fn by_index(n: u64, byte: impl FnMut(u64) -> u64) -> Vec<u8> {
    (0..n).map(byte).map(|value| (value & 255) as u8).collect()
}
