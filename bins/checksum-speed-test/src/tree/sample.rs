//! So many of a stream of unknown length, each with the same chance, in memory for as many.

/// A random choice of at most `wanted` items: Vitter's algorithm R ("Random sampling with a reservoir", ACM TOMS 11, 1985).
#[derive(Debug)]
pub(crate) struct Sample<T> {
    wanted: usize,
    seen: u64,
    chosen: Vec<(u64, T)>,
    random: u64,
}

impl<T> Sample<T> {
    /// A choice that depends on `seed` only.
    pub(crate) fn new(wanted: usize, seed: u64) -> Sample<T> {
        Sample { wanted, seen: 0, chosen: Vec::new(), random: seed }
    }

    /// Offers an item.
    pub(crate) fn offer(&mut self, item: T) {
        if self.chosen.len() < self.wanted {
            self.chosen.push((self.seen, item));
        } else if self.wanted > 0 {
            // The bias of the remainder is below 2^-40 for as many files as there are.
            let place = (self.next() % (self.seen + 1)) as usize;
            if let Some(slot) = self.chosen.get_mut(place) {
                *slot = (self.seen, item);
            }
        }
        self.seen += 1;
    }

    /// The chosen ones, in the order in which they came.
    pub(crate) fn into_items(mut self) -> impl Iterator<Item = T> {
        self.chosen.sort_by_key(|(place, _)| *place);
        self.chosen.into_iter().map(|(_, item)| item)
    }

    /// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
    fn next(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(wanted: usize, of: u32, seed: u64) -> Vec<u32> {
        let mut sample = Sample::new(wanted, seed);
        (0..of).for_each(|item| sample.offer(item));
        sample.into_items().collect()
    }

    #[test]
    fn as_many_as_wanted_in_order_each_once() {
        assert_eq!(draw(5, 3, 1), [0, 1, 2]);
        assert!(draw(0, 3, 1).is_empty());
        for seed in 0..50 {
            let drawn = draw(7, 100, seed);
            assert!(drawn.len() == 7 && drawn.is_sorted_by(|a, b| a < b), "{drawn:?}");
        }
    }

    #[test]
    fn all_have_about_the_same_chance() {
        let mut count = [0_u32; 20];
        (0..4000).for_each(|seed| draw(5, 20, seed).iter().for_each(|&item| count[item as usize] += 1));
        assert!(count.iter().all(|&times| (850..1150).contains(&times)), "{count:?}");
    }
}
