//! What is computed: groups of contestants that compute the same, and the inputs they get.

use checksum_engine::{Engine, Family, Kernel};
use memmap2::MmapMut;

/// Contestants of one group are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, clap::ValueEnum)]
pub enum Group {
    /// CRC-32.
    Crc32,
    /// CRC-32C.
    Crc32c,
    /// Adler-32.
    Adler32,
    /// MD5 of one message.
    Md5,
    /// MD5 of many messages in one call.
    Lanes,
}

impl Group {
    /// All groups, in the order of the tables.
    pub const ALL: [Group; 5] = [Group::Crc32, Group::Crc32c, Group::Adler32, Group::Md5, Group::Lanes];

    /// The group of one of our engines.
    pub fn of(engine: &Engine) -> Group {
        match (engine.family, engine.kernel) {
            (_, Kernel::Many(_)) => Group::Lanes,
            (Family::Adler32, _) => Group::Adler32,
            (Family::Crc32, _) => Group::Crc32,
            (Family::Crc32c, _) => Group::Crc32c,
            (Family::Md5, _) => Group::Md5,
        }
    }

    /// Its name on the command line and in the record.
    pub fn name(self) -> &'static str {
        match self {
            Group::Crc32 => "crc32",
            Group::Crc32c => "crc32c",
            Group::Adler32 => "adler32",
            Group::Md5 => "md5",
            Group::Lanes => "lanes",
        }
    }

    /// The checksum of no bytes, from which the 32-bit ones start.
    pub fn initial(self) -> u32 {
        u32::from(self == Group::Adler32)
    }
}

/// Whether calls wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mode {
    /// Calls do not depend on each other: the CPU may overlap them. Throughput.
    Independent,
    /// Each call needs the one before: its result is the next start value, or for MD5 the next message's
    /// first bytes. Latency.
    Dependent,
}

/// One input.
#[derive(Clone, Debug)]
pub enum Shape {
    /// One message.
    One {
        /// Its length in bytes.
        len: usize,
        /// Where it starts after a page boundary.
        offset: usize,
        /// Whether calls wait for each other.
        mode: Mode,
    },
    /// Many messages, by their `(start, length)` in the buffer.
    Lanes(Vec<(usize, usize)>),
}

/// One row of a table.
#[derive(Clone, Debug)]
pub struct Case {
    /// Whose row.
    pub group: Group,
    /// Its name: `64K`, `64K+1` (starts one byte off), `64 latency`, `16 x 1M`.
    pub name: String,
    /// The input.
    pub shape: Shape,
}

impl Case {
    /// Bytes in one call.
    pub fn bytes(&self) -> usize {
        match &self.shape {
            Shape::One { len, .. } => *len,
            Shape::Lanes(lanes) => lanes.iter().map(|lane| lane.1).sum(),
        }
    }

    /// How much buffer it needs.
    pub fn reach(&self) -> usize {
        match &self.shape {
            Shape::One { len, offset, .. } => len + offset,
            Shape::Lanes(lanes) => lanes.iter().map(|lane| lane.0 + lane.1).max().unwrap_or(0),
        }
    }
}

/// The sizes of the tables, in bytes.
pub const SIZES: [usize; 10] =
    [16, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 1 << 20, 64 << 20, 1 << 30];

/// Above this size latency is no question of its own.
const LATENCY_UP_TO: usize = 1 << 10;

/// Above this size one byte's offset is not measured separately.
const OFFSET_UP_TO: usize = 64 << 20;

/// The rows of `group` for one message of each of `sizes`.
pub fn single(group: Group, sizes: &[usize]) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut push = |len: usize, offset, mode| {
        let mut name = size_name(len);
        if offset > 0 {
            name += &format!("+{offset}");
        }
        if mode == Mode::Dependent {
            name += " latency";
        }
        cases.push(Case { group, name, shape: Shape::One { len, offset, mode } });
    };
    for &len in sizes {
        push(len, 0, Mode::Independent);
    }
    for &len in sizes.iter().filter(|&&len| len <= OFFSET_UP_TO) {
        push(len, 1, Mode::Independent);
    }
    for &len in sizes.iter().filter(|&&len| len <= LATENCY_UP_TO) {
        push(len, 0, Mode::Dependent);
    }
    cases
}

/// The multi-buffer rows. `gap`: bytes between one message's end and the next one's start.
pub fn lanes(gap: usize) -> Vec<Case> {
    const MIB: usize = 1 << 20;
    let mut random = Random::new(0x6d64_3521);
    let mut uniform = |n: usize| (0..n).map(|_| random.below(MIB + 1)).collect::<Vec<_>>();
    let (uneven16, uneven32) = (uniform(16), uniform(32));
    let log_uniform = (0..64).map(|_| (1024.0 * 1024f64.powf(random.unit())) as usize).collect();
    let mut rows: Vec<(String, Vec<usize>)> =
        [2, 4, 8, 16, 32, 64].iter().map(|&n| (format!("{n} x 1M"), vec![MIB; n])).collect();
    rows.push(("16 uniform 0..1M".into(), uneven16));
    rows.push(("32 uniform 0..1M".into(), uneven32));
    rows.push(("64 log-uniform 1K..1M".into(), log_uniform));
    rows.push(("64 x 4K".into(), vec![4096; 64]));
    rows.push(("1024 x 64".into(), vec![64; 1024]));
    rows.into_iter()
        .map(|(name, lengths)| {
            let mut at = 0;
            // Short messages lie side by side, as in a table of records; long ones keep their distance.
            let place = |length: usize| {
                let start = at;
                at += if length <= 64 { length } else { length.next_multiple_of(64) + gap };
                (start, length)
            };
            Case { group: Group::Lanes, name, shape: Shape::Lanes(lengths.into_iter().map(place).collect()) }
        })
        .collect()
}

/// `64`, `4K`, `1M`, `1G`.
pub fn size_name(len: usize) -> String {
    match len {
        0 => "0".into(),
        _ if len.is_multiple_of(1 << 30) => format!("{}G", len >> 30),
        _ if len.is_multiple_of(1 << 20) => format!("{}M", len >> 20),
        _ if len.is_multiple_of(1 << 10) => format!("{}K", len >> 10),
        _ => len.to_string(),
    }
}

/// The reverse of [`size_name`].
pub fn parse_size(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.trim().to_ascii_uppercase().strip_suffix(['K', 'M', 'G']) {
        Some(digits) => (
            digits.to_owned(),
            match text.trim().to_ascii_uppercase().chars().last() {
                Some('K') => 10,
                Some('M') => 20,
                _ => 30,
            },
        ),
        None => (text.trim().to_owned(), 0),
    };
    let number: usize = digits.parse().map_err(|_| format!("'{text}' is no size (64, 4K, 1M, 1G)"))?;
    number.checked_mul(1 << shift).filter(|&size| size > 0).ok_or(format!("'{text}' is out of range"))
}

/// The bytes that everyone gets: page-aligned, random, and warm.
pub struct Buffer {
    map: MmapMut,
}

impl Buffer {
    /// A buffer of `len` random bytes. `huge`: ask for huge pages, else what an ordinary allocation gets.
    pub fn new(len: usize, huge: bool) -> std::io::Result<Buffer> {
        let mut map = MmapMut::map_anon(len.max(1))?;
        if huge {
            map.advise(memmap2::Advice::HugePage)?;
        }
        let mut random = Random::new(0x9e37_79b9);
        for word in map.as_chunks_mut::<8>().0 {
            *word = random.next().to_le_bytes();
        }
        Ok(Buffer { map })
    }

    /// `len` bytes from `start`.
    pub fn slice(&self, start: usize, len: usize) -> &[u8] {
        &self.map[start..start + len]
    }
}

/// Marsaglia's xorshift64 with a multiplier ("Xorshift RNGs", 2003; Vigna's star variant): enough to fill
/// buffers and to shuffle.
pub struct Random(u64);

impl Random {
    /// A generator; `seed` must not be 0.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    #[allow(clippy::should_implement_trait, reason = "it never ends, an iterator would pretend otherwise")]
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }

    /// A number in 0..1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}
