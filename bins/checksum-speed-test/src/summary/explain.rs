//! Why the mean of rates and bytes over seconds disagree, in words.
//!
//! The mean of rates counts every run alike, a file of 1 GB as much as one of 100 GB. How long a job takes follows from
//! bytes over seconds. The two agree only where size and speed have nothing to do with each other.

use super::collect::Run;
use super::figures::Figures;
use super::report::Group;

/// A difference below this is not worth a word.
const WORTH_A_WORD: f64 = 1.1;

/// Where the runs of a group differ by size.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Explanation {
    /// Mean of rates over bytes per second.
    pub(crate) factor: f64,
    /// The half of the runs with the smaller files: largest size among them in MB, its speed, its share of all bytes.
    pub(crate) small: Part,
    /// The other half.
    pub(crate) large: Part,
}

/// Some of the runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part {
    pub(crate) runs: usize,
    pub(crate) up_to_mb: u64,
    /// Bytes over seconds.
    pub(crate) mb_per_s: f64,
    /// Of all bytes, 0 to 1.
    pub(crate) share_of_bytes: f64,
    /// Of all seconds, 0 to 1.
    pub(crate) share_of_time: f64,
}

/// Where the two means of a group disagree, by which files.
pub(super) fn explain(figures: &Figures, runs: &[&Run]) -> Option<Explanation> {
    let factor = figures.mean / figures.aggregate;
    if !factor.is_finite() || (1.0 / WORTH_A_WORD..=WORTH_A_WORD).contains(&factor) {
        return None;
    }
    let mut sorted: Vec<&Run> = runs.iter().copied().filter(|run| run.seconds > 0.0).collect();
    sorted.sort_by_key(|run| run.whole_mb);
    // Runs of one size stay together: the cut nearest to the middle between two sizes, if there are two.
    let cuts = (1..sorted.len()).filter(|&cut| sorted[cut - 1].whole_mb < sorted[cut].whole_mb);
    let cut = cuts.min_by_key(|&cut| cut.abs_diff(sorted.len() / 2)).unwrap_or(sorted.len());
    let part = |runs: &[&Run]| {
        let (mb, seconds) = runs.iter().fold((0, 0.0), |(mb, s), run| (mb + run.whole_mb, s + run.seconds));
        Part {
            runs: runs.len(),
            up_to_mb: runs.last().map_or(0, |run| run.whole_mb),
            mb_per_s: if runs.is_empty() { 0.0 } else { mb as f64 / seconds },
            share_of_bytes: mb as f64 / figures.total_mb as f64,
            share_of_time: seconds / figures.total_s,
        }
    };
    Some(Explanation { factor, small: part(&sorted[..cut]), large: part(&sorted[cut..]) })
}

impl Explanation {
    /// The sentence for a person.
    pub(crate) fn sentence(&self, figures: &Figures) -> String {
        let Explanation { factor, small, large } = self;
        let cached = figures.mean_cached_share.map_or(String::new(), |share| {
            format!(" Before a run {:.0} % of its file was in memory on average.", share * 100.0)
        });
        let start = format!(
            "mean of rates {:.1} MB/s, bytes over seconds {:.1} MB/s: the mean is {factor:.2} times that.{cached}",
            figures.mean, figures.aggregate,
        );
        if large.runs == 0 {
            return format!(
                "{start} All files are of one size: the slow runs took most of the time and count no more than the fast ones in \
                 the mean."
            );
        }
        format!(
            "{start} The {} runs of files up to {} MB ran at {:.1} MB/s and hold {:.0} % of the bytes; the {} of larger files \
             ran at {:.1} MB/s and took {:.0} % of the time. The mean counts both alike; a job's length follows the bytes.",
            small.runs,
            small.up_to_mb,
            small.mb_per_s,
            small.share_of_bytes * 100.0,
            large.runs,
            large.mb_per_s,
            large.share_of_time * 100.0,
        )
    }
}

/// Two methods with the same reads and version, by both means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) faster: String,
    pub(crate) slower: String,
    pub(crate) reading: String,
    pub(crate) version: String,
    pub(crate) by_mean: f64,
    pub(crate) by_bytes: f64,
}

impl Comparison {
    /// The sentence for a person.
    pub(crate) fn sentence(&self) -> String {
        let Comparison { faster, slower, reading, version, by_mean, by_bytes } = self;
        let so = if by_bytes.max(1.0 / by_bytes) < WORTH_A_WORD {
            "choosing between them changes next to nothing"
        } else if by_mean / by_bytes > WORTH_A_WORD {
            "the mean promises more than a job gains"
        } else {
            "both means agree"
        };
        format!(
            "{faster} against {slower}, {reading}, {version}: {by_mean:.2} times by the mean of rates, {by_bytes:.2} times by bytes \
             over seconds; {so}."
        )
    }
}

/// All pairs that differ in the method only. Our version field ends with the engine, which differs with the method.
pub(super) fn comparisons(groups: &[Group<'_>]) -> Vec<Comparison> {
    let comparable = |a: &Group<'_>, b: &Group<'_>| {
        let program = |group: &Group<'_>| {
            let version = &group.key.version;
            match version.rsplit_once(' ') {
                Some((program, engine)) if engine.contains('/') => program.to_owned(),
                _ => version.clone(),
            }
        };
        a.key.chunk == b.key.chunk && a.key.method != b.key.method && program(a) == program(b)
    };
    let mut all = Vec::new();
    for (place, a) in groups.iter().enumerate() {
        for b in groups[place + 1..].iter().filter(|b| comparable(a, b)) {
            let (by_mean, by_bytes) =
                (a.figures.mean / b.figures.mean, a.figures.aggregate / b.figures.aggregate);
            if by_mean.is_finite() && by_bytes.is_finite() && by_mean > 0.0 && by_bytes > 0.0 {
                all.push(Comparison {
                    faster: a.key.method.clone(),
                    slower: b.key.method.clone(),
                    reading: a.key.reading(),
                    version: a.key.version.clone(),
                    by_mean,
                    by_bytes,
                });
            }
        }
    }
    all
}

/// A word about methods that always or nearly always were the first of their file.
pub(super) fn first_tests(groups: &[Group<'_>]) -> Vec<String> {
    let others_follow = groups.iter().any(|group| group.figures.first_share < 0.1);
    let first = |group: &&Group<'_>| group.figures.runs > 1 && group.figures.first_share > 0.9;
    groups
        .iter()
        .filter(first)
        .filter(|_| others_follow)
        .map(|group| {
            format!(
                "{} {}, {}, was the first test of its file in {:.0} % of its runs: it reads the file from the storage and leaves it \
                 in memory for the others. Rotate the order, or drop the file before each test.",
                group.key.method,
                group.key.reading(),
                group.key.version,
                group.figures.first_share * 100.0
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::figures::tests::run;
    use super::*;

    #[test]
    fn small_files_in_memory_and_large_ones_on_the_network() {
        let runs =
            [run(100, 0.1, None), run(100, 0.1, None), run(10_000, 100.0, None), run(9_000, 90.0, None)];
        let runs: Vec<&Run> = runs.iter().collect();
        let figures = Figures::of(runs.iter().copied()).unwrap();
        let why = explain(&figures, &runs).unwrap();
        assert_eq!((why.small.runs, why.small.up_to_mb, why.large.runs), (2, 100, 2));
        assert!((why.small.mb_per_s - 1000.0).abs() < 1e-9 && (why.large.mb_per_s - 100.0).abs() < 1e-9);
        assert!(why.factor > 5.0);
        let text = why.sentence(&figures);
        assert!(text.contains("2 runs of files up to 100 MB ran at 1000.0 MB/s"), "{text}");
    }

    #[test]
    fn agreement_needs_no_words() {
        let runs = [run(100, 1.0, None), run(1000, 10.0, None)];
        let runs: Vec<&Run> = runs.iter().collect();
        assert_eq!(explain(&Figures::of(runs.iter().copied()).unwrap(), &runs), None);
    }
}
