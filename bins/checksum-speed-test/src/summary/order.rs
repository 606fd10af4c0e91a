//! Which test came first. The first one of a file reads it from the storage and leaves it in memory for the others; where
//! it is always the same method, that method loses.

use std::collections::BTreeSet;

/// Tests of one file that follow each other, each of another group, are one set.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    file: Option<usize>,
    seen: BTreeSet<usize>,
}

impl Sets {
    /// Whether this test, which follows the one asked about before, is the first of a set.
    pub(crate) fn is_first(&mut self, file: usize, group: usize) -> bool {
        let goes_on = self.file == Some(file) && !self.seen.contains(&group);
        if !goes_on {
            self.file = Some(file);
            self.seen.clear();
        }
        self.seen.insert(group);
        !goes_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_ends_with_the_file_or_with_a_repeated_method() {
        let mut sets = Sets::default();
        let tests = [(0, 1), (0, 2), (0, 1), (0, 2), (1, 2), (1, 1), (0, 1)];
        let first: Vec<bool> = tests.iter().map(|&(file, group)| sets.is_first(file, group)).collect();
        assert_eq!(first, [true, false, true, false, true, false, true]);
    }
}
