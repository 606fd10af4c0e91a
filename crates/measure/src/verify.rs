//! Whether the timed code computed the right thing: every answer against every other that must be equal.

use crate::contestant::Answer;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One group whose answers are not all the same, with every answer that was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    /// The group.
    pub group: String,
    /// All distinct answers of all members of the group.
    pub values: Vec<Value>,
}

/// An answer and who gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// The contestant's label.
    pub label: String,
    /// What it answered, as lower-case hex.
    pub answer: String,
    /// In which rounds; 0 is the first, which is kept apart.
    pub rounds: Vec<u32>,
    /// The answer that was known beforehand, if one was.
    pub expected: Option<String>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: answers differ:", self.group)?;
        for value in &self.values {
            write!(f, " {} gave {}", value.label, value.answer)?;
            if let Some(expected) = &value.expected {
                write!(f, " (expected {expected})")?;
            }
            write!(f, " in rounds {:?};", value.rounds)?;
        }
        Ok(())
    }
}

/// Answers are only comparable within a group and, where each pass starts from the last one's answer, for
/// equal numbers of passes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Key {
    group: String,
    iterations: Option<u32>,
}

#[derive(Debug)]
struct Given {
    key: Key,
    entry: usize,
    answer: Answer,
    rounds: Vec<u32>,
}

/// Who must agree with whom: one row an entry.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) label: String,
    pub(crate) group: String,
    pub(crate) chained: bool,
    pub(crate) expected: Option<Answer>,
}

/// All answers of a run; equal ones of an entry are kept once.
#[derive(Debug)]
pub(crate) struct Ledger {
    members: Vec<Member>,
    given: Vec<Given>,
}

impl Ledger {
    pub(crate) fn new(members: Vec<Member>) -> Ledger {
        Ledger { members, given: Vec::new() }
    }

    /// Notes an answer. Says whether it is right as far as can be told now: equal to the expected one, or else
    /// to the first one of its group.
    pub(crate) fn note(&mut self, entry: usize, round: u32, iterations: u32, answer: Answer) -> bool {
        let member = &self.members[entry];
        let iterations = member.chained.then_some(iterations);
        let key = Key { group: member.group.clone(), iterations };
        let first = self.given.iter().find(|given| given.key == key).map(|given| &given.answer);
        let reference = if member.chained { first } else { member.expected.as_ref().or(first) };
        let right = reference.is_none_or(|reference| *reference == answer);
        let known = self
            .given
            .iter_mut()
            .find(|given| given.entry == entry && given.key == key && given.answer == answer);
        match known {
            Some(given) if given.rounds.last() == Some(&round) => {}
            Some(given) => given.rounds.push(round),
            None => self.given.push(Given { key, entry, answer, rounds: vec![round] }),
        }
        right
    }

    /// The entry's answer, if it gave any: the first one, where each pass stands for itself.
    pub(crate) fn answer(&self, entry: usize) -> Option<&Answer> {
        self.given.iter().find(|given| given.entry == entry).map(|given| &given.answer)
    }

    /// Whether the entry gave answers, all of them right: equal to the expected one where that is known, else
    /// the whole group is of one mind. Where a group is not, nobody knows who is wrong, so nobody is verified.
    pub(crate) fn verified(&self, entry: usize) -> bool {
        let member = &self.members[entry];
        let mut own = self.given.iter().filter(|given| given.entry == entry).peekable();
        own.peek().is_some()
            && own.all(|given| match &member.expected {
                Some(expected) if !member.chained => given.answer == *expected,
                _ => self.given.iter().all(|other| other.key != given.key || other.answer == given.answer),
            })
    }

    /// Every group with more than one answer, or with an answer that is not the expected one.
    pub(crate) fn disagreements(&self) -> Vec<Disagreement> {
        let mut keys: Vec<&Key> = Vec::new();
        for given in &self.given {
            if !keys.contains(&&given.key) {
                keys.push(&given.key);
            }
        }
        keys.into_iter().filter_map(|key| self.disagreement(key)).collect()
    }

    fn disagreement(&self, key: &Key) -> Option<Disagreement> {
        let given = || self.given.iter().filter(|given| given.key == *key);
        let first = &given().next()?.answer;
        let expected = |entry: usize| {
            let member: &Member = &self.members[entry];
            member.expected.as_ref().filter(|_| !member.chained)
        };
        let wrong = |given: &Given| {
            given.answer != *first || expected(given.entry).is_some_and(|expected| *expected != given.answer)
        };
        let value = |given: &Given| Value {
            label: self.members[given.entry].label.clone(),
            answer: given.answer.to_string(),
            rounds: given.rounds.clone(),
            expected: expected(given.entry).map(Answer::to_string),
        };
        given()
            .any(wrong)
            .then(|| Disagreement { group: key.group.clone(), values: given().map(value).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger(chained: bool, expected: Option<u32>) -> Ledger {
        let member = |label: &str, group: &str| Member {
            label: label.into(),
            group: group.into(),
            chained,
            expected: expected.map(Answer::from),
        };
        Ledger::new(vec![member("a", "x"), member("b", "x"), member("c", "y")])
    }

    #[test]
    fn agreement() {
        let mut ledger = ledger(false, None);
        for round in 0..3 {
            assert!(ledger.note(0, round, 1, 5.into()));
            assert!(ledger.note(1, round, 1, 5.into()));
            assert!(ledger.note(2, round, 1, 6.into()), "another group may differ");
        }
        assert!(ledger.disagreements().is_empty());
        assert!((0..3).all(|entry| ledger.verified(entry)));
    }

    #[test]
    fn one_wrong_round_is_found_and_nobody_of_the_group_is_verified() {
        let mut ledger = ledger(false, None);
        assert!(!ledger.verified(0), "no answer is no right answer");
        ledger.note(0, 0, 1, 5.into());
        ledger.note(1, 0, 1, 5.into());
        assert!(!ledger.note(1, 1, 1, 7.into()));
        ledger.note(2, 0, 1, 1.into());
        let found = ledger.disagreements();
        assert_eq!(found.len(), 1);
        let values: Vec<_> =
            found[0].values.iter().map(|v| (&v.label[..], &v.answer[..], &v.rounds[..])).collect();
        let values_wanted: [(&str, &str, &[u32]); 3] =
            [("a", "00000005", &[0]), ("b", "00000005", &[0]), ("b", "00000007", &[1])];
        assert_eq!(values, values_wanted);
        assert!(!ledger.verified(0) && !ledger.verified(1) && ledger.verified(2));
        assert!(found[0].to_string().contains("b gave 00000007 in rounds [1]"));
    }

    #[test]
    fn an_expected_answer_tells_who_is_wrong() {
        let mut ledger = ledger(false, Some(5));
        assert!(ledger.note(0, 0, 1, 5.into()));
        assert!(!ledger.note(1, 0, 1, 6.into()));
        assert!(ledger.verified(0) && !ledger.verified(1));
        assert_eq!(ledger.disagreements().len(), 1);
    }

    #[test]
    fn all_of_one_wrong_mind_are_still_wrong() {
        let mut ledger = ledger(false, Some(5));
        assert!(!ledger.note(0, 0, 1, 6.into()));
        assert!(!ledger.note(1, 0, 1, 6.into()));
        assert_eq!(ledger.disagreements().len(), 1);
    }

    #[test]
    fn chains_are_compared_at_equal_counts_only() {
        let mut ledger = ledger(true, None);
        assert!(ledger.note(0, 0, 1, 5.into()));
        assert!(ledger.note(0, 1, 9, 6.into()));
        assert!(ledger.note(1, 1, 9, 6.into()));
        assert!(ledger.disagreements().is_empty());
        assert!(!ledger.note(1, 2, 9, 5.into()));
        assert_eq!(ledger.disagreements().len(), 1);
    }
}
