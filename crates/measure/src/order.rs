//! In which order a round runs its entries.
//!
//! Two identical workloads that ran one after the other have been seen 38 % apart (nanobench's tutorial,
//! "Comparing Alternatives"): place in the order matters. So the orders of a block of rounds form a Latin
//! square: every entry stands at every place once. The square is Williams' (E. J. Williams, "Experimental
//! designs balanced for the estimation of residual effects of treatments", 1949): over a block (two blocks for
//! an odd number of entries) every entry also follows every other equally often, so that nobody always
//! inherits the caches and the clock frequency that the same neighbour leaves behind. A plain rotation does
//! not give that. Which entry plays which part in the square is drawn anew for every block.

/// The orders of `rounds` rounds of `entries` entries: `orders[round][place]` is the index of an entry.
/// The same seed gives the same orders, always.
pub fn orders(entries: usize, rounds: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut random = SplitMix64(seed);
    let mut parts: Vec<usize> = (0..entries).collect();
    let mut orders = Vec::with_capacity(rounds);
    for round in 0..rounds {
        let (block, row) = (round / entries.max(1), round % entries.max(1));
        // The mirror image of an odd square completes its balance, so a pair of blocks shares one drawing.
        let mirrored = entries % 2 == 1 && block % 2 == 1;
        if row == 0 && !mirrored {
            shuffle(&mut parts, &mut random);
        }
        let mut order: Vec<usize> = williams_row(entries, row).map(|part| parts[part]).collect();
        if mirrored {
            order.reverse();
        }
        orders.push(order);
    }
    orders
}

/// Row `row` of Williams' square: 0, 1, n-1, 2, n-2, … with `row` added, modulo n.
fn williams_row(entries: usize, row: usize) -> impl Iterator<Item = usize> {
    (0..entries).map(move |place| {
        let zigzag = if place % 2 == 1 { place.div_ceil(2) } else { (entries - place / 2) % entries };
        (zigzag + row) % entries
    })
}

/// Fisher and Yates' shuffle in Durstenfeld's form (CACM algorithm 235).
fn shuffle(parts: &mut [usize], random: &mut SplitMix64) {
    for last in (1..parts.len()).rev() {
        parts.swap(last, random.below(last + 1));
    }
}

/// Steele, Lea and Flood's generator ("Fast splittable pseudorandom number generators", OOPSLA 2014). Written
/// out here because a recorded seed must give the same orders for ever, which generator crates do not promise.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`. The bias of the multiplication is under 2^-50 for our limits.
    fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn every_block_is_a_latin_square() {
        for entries in 1..=13 {
            let orders = orders(entries, entries * 4, 7);
            for block in orders.chunks(entries) {
                for place in 0..entries {
                    let mut seen: Vec<usize> = block.iter().map(|order| order[place]).collect();
                    seen.sort_unstable();
                    assert_eq!(seen, (0..entries).collect::<Vec<_>>(), "{entries} entries, place {place}");
                }
                for order in block {
                    let mut seen = order.clone();
                    seen.sort_unstable();
                    assert_eq!(seen, (0..entries).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn everybody_follows_everybody_equally_often() {
        for entries in 2..=13 {
            // An even square is balanced by itself, an odd one together with its mirror image.
            let blocks = if entries % 2 == 0 { 1 } else { 2 };
            let mut followers: HashMap<(usize, usize), usize> = HashMap::new();
            for order in orders(entries, entries * blocks, 3) {
                for pair in order.windows(2) {
                    *followers.entry((pair[0], pair[1])).or_default() += 1;
                }
            }
            assert_eq!(followers.len(), entries * (entries - 1), "{entries} entries");
            assert!(followers.values().all(|&count| count == blocks), "{entries} entries: {followers:?}");
        }
    }

    #[test]
    fn the_seed_decides_and_blocks_differ() {
        assert_eq!(orders(8, 40, 1), orders(8, 40, 1));
        assert_ne!(orders(8, 40, 1), orders(8, 40, 2));
        let drawn = orders(8, 16, 1);
        assert_ne!(drawn[..8], drawn[8..]);
        assert_eq!(orders(0, 0, 1), Vec::<Vec<usize>>::new());
    }

    #[test]
    fn splitmix64_gives_the_published_numbers() {
        // From the reference implementation by Sebastiano Vigna, seed 1234567.
        let mut random = SplitMix64(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }
}
