//! What the vector kernels share: rows, strips, and how their sums are joined.
//!
//! A kernel looks at its input in rows of `ROW` bytes. Inside a row every byte has a fixed weight, its distance from
//! the row's end, and three sums are kept, each spread over the lanes of a vector:
//!
//! * `plain`: the bytes;
//! * `weighted`: the bytes times their weights within their row;
//! * `before`: before each row, the `plain` of all rows so far, which every further row raises by `ROW` weights.
//!
//! A run of bytes then adds `plain` to s1 and `weighted` + ROW * `before` to s2. Weights are bytes. Where the multiplying
//! instruction takes them as signed, they are lowered by a bias that puts the middle of the row at zero, which allows
//! rows twice as long; BIAS * `plain` makes up for it at the end.
//!
//! Longer runs are cut in four strips that are taken side by side: four independent chains of additions for the
//! execution units, four streams for the prefetchers.
//!
//! The method is the known one of Adler-32 in vector registers (A. Gopal and others, "Fast Computation of Adler32
//! Checksums", Intel 2013, and since then Chromium's zlib and libdeflate), with longer rows, and with a modulo after
//! 64 KiB instead of after 5552 bytes.

/// From this length on, the blocks start at an address that is a multiple of the vector's size. Below, the extra step to
/// get there costs more than loads that straddle two cache lines.
pub(crate) const ALIGN_FROM: usize = 8 << 10;

/// `row` weights falling by one from `first`. The zeros behind them let a vector of weights be loaded at every place
/// in the row.
pub(crate) const fn falling<const N: usize>(row: usize, first: i32) -> [i8; N] {
    let mut weights = [0; N];
    let mut i = 0;
    while i < row {
        weights[i] = (first - i as i32) as i8;
        i += 1;
    }
    weights
}

/// Ones, `keep` of them, then zeros.
pub(crate) const fn leading<const N: usize>(keep: usize) -> [u8; N] {
    let mut mask = [0; N];
    let mut i = 0;
    while i < keep {
        mask[i] = 0xff;
        i += 1;
    }
    mask
}

/// Makes `fold_from` of the vector operations that it finds in the module where it stands:
///
/// * `Vector` of 32-bit lanes and `Bytes`, both of `VECTOR` bytes; `ROW`, a multiple of it; `BIAS`, and the weights 1 - BIAS + ROW … BIAS - 1 as seen from
///   `weights(at)`, which loads those of the bytes `at..at + VECTOR` of a row;
/// * `zero()`, `add(a, b)` of 32-bit lanes, `times_row(v)`, `times_bias(v)`;
/// * `load(&[u8; VECTOR])`, and `load_first(&[u8; VECTOR], keep)` with zeros behind the first `keep` bytes;
/// * `sum(lanes, bytes)` and `dot(lanes, bytes, weights)`, which add the bytes, or the products, to the lanes;
/// * `totals(a, b)`, the sums over the lanes of each;
/// * `prefetch(address)`;
/// * `short(sums, data)`, for data of fewer than `VECTOR` bytes, reduced.
///
/// `$features` are what all of these need; `$chains` is how many chains of dependent `dot`s a single row is dealt out to.
macro_rules! row_kernel {
    ($features:literal, chains: $chains:literal) => {
        const STRIP: usize = $crate::run::BLOCK / 4;
        const VECTORS: usize = ROW / VECTOR;

        // What lets `strips` reduce its lanes in 32 bits: a block of 0xff bytes and what it may be led by.
        const _: () = {
            let rows = (STRIP / ROW) as u64;
            let bytes = ($crate::run::BLOCK + 4 * ROW) as u64;
            let largest_weight = if BIAS > 1 { BIAS as u64 - 1 } else { ROW as u64 };
            assert!(STRIP % ROW == 0 && ROW % VECTOR == 0 && ROW % 64 == 0);
            assert!(255 * largest_weight * bytes <= i32::MAX as u64, "weighted");
            assert!(255 * ROW as u64 * (4 * rows * (rows - 1) / 2 + 4 * 3 / 2) <= u32::MAX as u64, "before");
            assert!(255 * 4 * bytes <= u32::MAX as u64, "columns");
        };

        /// The three sums of some rows, `plain` and `weighted` dealt out to `N` chains.
        #[derive(Clone, Copy)]
        struct Lanes<const N: usize> {
            plain: [Vector; N],
            weighted: [Vector; N],
            before: Vector,
        }

        impl<const N: usize> Lanes<N> {
            #[inline]
            #[target_feature(enable = $features)]
            fn new() -> Self {
                Lanes { plain: [zero(); N], weighted: [zero(); N], before: zero() }
            }

            #[inline]
            #[target_feature(enable = $features)]
            fn vector(&mut self, v: usize, bytes: Bytes, weights: Bytes) {
                let chain = v % N;
                self.plain[chain] = sum(self.plain[chain], bytes);
                self.weighted[chain] = dot(self.weighted[chain], bytes, weights);
            }

            #[inline]
            #[target_feature(enable = $features)]
            fn row(&mut self, row: &[u8; ROW]) {
                self.before = add(self.before, total(self.plain));
                let vectors = row.as_chunks::<VECTOR>().0;
                for v in 0..VECTORS {
                    self.vector(v, load(&vectors[v]), weights(v * VECTOR));
                }
            }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn total<const N: usize>(vectors: [Vector; N]) -> Vector {
            match *vectors.as_slice() {
                [a] => a,
                [a, b] => add(a, b),
                [a, b, c, d] => add(add(a, b), add(c, d)),
                _ => unreachable!(),
            }
        }

        /// The lanes over the first `n` bytes of `data`, at least one of them. `data` holds at least a vector.
        #[inline]
        #[target_feature(enable = $features)]
        fn rows(data: &[u8], n: usize) -> Lanes<$chains> {
            // The first row may be cut, on its left; and its first vector may be cut likewise.
            let (head, rows) = data[..n].split_at((n - 1) % ROW + 1);
            let part = (head.len() - 1) % VECTOR + 1;
            let mut lanes = Lanes::<$chains>::new();
            if let Some(first) = data.first_chunk() {
                lanes.vector(0, load_first(first, part), weights(ROW - head.len()));
            }
            let whole = head[part..].as_chunks::<VECTOR>().0;
            for v in 1..VECTORS {
                if v <= whole.len() {
                    lanes.vector(v, load(&whole[whole.len() - v]), weights(ROW - v * VECTOR));
                }
            }
            for row in rows.as_chunks::<ROW>().0 {
                lanes.row(row);
            }
            lanes
        }

        /// All of `data`, from a vector to `NMAX` bytes.
        #[inline]
        #[target_feature(enable = $features)]
        fn medium(data: &[u8]) -> $crate::run::Run {
            let lanes = rows(data, data.len());
            let plain = total(lanes.plain);
            let weighted = add(total(lanes.weighted), times_bias(plain));
            let (plain, weighted) = totals(plain, add(weighted, times_row(lanes.before)));
            $crate::run::Run { bytes: data.len(), plain, weighted: weighted.into() }
        }

        /// `lead` bytes, fewer than four rows, whose lanes are `before`, and then `data` as four strips: at most a block, a
        /// multiple of four rows. With `AHEAD` the cache line that many bytes further on in each strip is asked for.
        #[inline]
        #[target_feature(enable = $features)]
        fn strips<const AHEAD: usize>(lead: usize, led: Lanes<$chains>, data: &[u8]) -> $crate::run::Run {
            let rows = data.as_chunks::<ROW>().0;
            let height = rows.len() / 4;
            let (a, rows) = rows.split_at(height);
            let (b, rows) = rows.split_at(height);
            let (c, d) = rows.split_at(height);
            let mut lanes = [Lanes::<1>::new(); 4];
            for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
                let rows: [&[u8; ROW]; 4] = [a, b, c, d];
                for i in 0..4 {
                    if AHEAD > 0 {
                        for line in 0..ROW / 64 {
                            prefetch(rows[i].as_ptr().wrapping_add(AHEAD + 64 * line));
                        }
                    }
                    lanes[i].row(rows[i]);
                }
            }
            let [a, b, c, d] = lanes;
            let (led_plain, led_weighted) = (total(led.plain), total(led.weighted));
            // Four strips follow the lead, three the first, two the second, one the third.
            let columns = total([led_plain, a.plain[0], b.plain[0], c.plain[0]]);
            let plain = add(columns, d.plain[0]);
            let twice = add(led_plain, add(a.plain[0], b.plain[0]));
            let columns = add(add(columns, twice), add(add(led_plain, led_plain), a.plain[0]));
            let weighted = total([a.weighted[0], b.weighted[0], c.weighted[0], d.weighted[0]]);
            let weighted = add(weighted, led_weighted);
            let before = add(total([a.before, b.before, c.before, d.before]), led.before);
            let (plain, columns) = totals(plain, columns);
            let (weighted, before) = totals(weighted, before);
            // The bias may have made it negative, until its counterpart comes in.
            let weighted = i64::from(weighted as i32)
                + i64::from(BIAS) * i64::from(plain)
                + ROW as i64 * i64::from(before)
                + (height * ROW) as i64 * i64::from(columns);
            $crate::run::Run { bytes: lead + data.len(), plain, weighted: weighted as u64 }
        }

        /// The sums from `sums` on over `data`, reduced.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn fold_from<const AHEAD: usize>(
            sums: $crate::sums::Sums,
            data: &[u8],
        ) -> $crate::sums::Sums {
            if data.len() < VECTOR {
                short(sums, data)
            } else if data.len() < 8 * ROW {
                medium(data).add_short(sums)
            } else {
                long::<AHEAD>(sums, data)
            }
        }

        #[inline(never)]
        #[target_feature(enable = $features)]
        fn long<const AHEAD: usize>(mut sums: $crate::sums::Sums, data: &[u8]) -> $crate::sums::Sums {
            // What comes first is what is over when the rest is whole rows, or what brings the rest into alignment.
            let lead = if data.len() < $crate::rows::ALIGN_FROM {
                data.len() % (4 * ROW)
            } else {
                data.as_ptr().addr().wrapping_neg() % VECTOR
            };
            let (whole, rest) = data[lead..].split_at((data.len() - lead) / (4 * ROW) * (4 * ROW));
            let mut led = (lead, if lead > 0 { rows(data, lead) } else { Lanes::new() });
            for block in whole.chunks($crate::run::BLOCK) {
                sums = strips::<AHEAD>(led.0, led.1, block).add_block(sums);
                led = (0, Lanes::new());
            }
            if rest.is_empty() {
                sums
            } else if rest.len() < VECTOR {
                short(sums, rest)
            } else {
                medium(rest).add_short(sums)
            }
        }
    };
}
pub(crate) use row_kernel;
