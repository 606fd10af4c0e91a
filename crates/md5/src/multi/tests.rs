//! What the shared conformance loop does not look at: many messages at once, in every mixture of lengths, and
//! streams.

use super::one_shot::longest_first;
use super::{MultiHasher, digest_many, widths};
use crate::{ENGINES, digest};
use checksum_engine::{CpuFeatures, Digest, Runnable};
use checksum_testkit::GuardedBuffer;
use std::eprintln;
use std::vec::Vec;

/// Every multi-buffer engine that runs here.
fn engines() -> Vec<Runnable> {
    let cpu = CpuFeatures::current();
    ENGINES
        .iter()
        .filter(|engine| engine.lanes > 1)
        .filter_map(|engine| match engine.resolve(cpu) {
            Ok(runnable) => Some(runnable),
            Err(missing) => {
                eprintln!("skipped {}: {missing}", engine.id);
                None
            }
        })
        .collect()
}

/// Numbers that look random and are the same each time (Marsaglia's xorshift64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }
}

/// Bytes that repeat every 251, so that no two blocks are equal.
fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i % 251) as u8 ^ (i / 251) as u8).collect()
}

/// Every engine's digests of messages of these lengths, which begin at different places of one buffer.
fn check(lengths: &[usize]) {
    let buffer = bytes(lengths.iter().max().unwrap_or(&0) + 4 * lengths.len());
    let messages: Vec<&[u8]> =
        lengths.iter().enumerate().map(|(i, &length)| &buffer[3 * i..][..length]).collect();
    let expected: Vec<Digest> = messages.iter().map(|message| Digest::Md5(digest(message))).collect();
    for engine in engines() {
        let found = engine.many(&messages);
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(
                found,
                expected,
                "{}: message {i} of {}, {} bytes",
                engine.engine().id,
                lengths.len(),
                lengths[i]
            );
        }
    }
}

#[test]
fn no_message_and_empty_messages() {
    assert!(digest_many(&[]).is_empty());
    for count in [1, 2, 31, 33, 100] {
        check(&std::vec![0; count]);
    }
}

#[test]
fn equal_lengths_around_every_padding_edge() {
    for length in [1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 4096, 5000] {
        for count in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100] {
            check(&std::vec![length; count]);
        }
    }
}

#[test]
fn tails_of_every_length_together() {
    check(&(0..200).collect::<Vec<_>>());
    check(&(0..200).rev().collect::<Vec<_>>());
    check(&[0, 55, 56, 63, 64, 119, 120, 128]);
}

#[test]
fn one_giant_and_many_tiny() {
    for place in [0, 50, 99] {
        let mut lengths: Vec<usize> = (0..100).map(|i| i % 70).collect();
        lengths[place] = 300_000;
        check(&lengths);
    }
}

#[test]
fn few_long_messages_that_take_turns() {
    // more messages than lanes and fewer than twice as many: the scheduler cuts slices
    for count in [3, 5, 6, 11, 20, 24, 33, 40] {
        check(&(0..count).map(|i| 20_000 + 64 * 37 * i + i).collect::<Vec<_>>());
    }
}

#[test]
fn any_lengths() {
    let mut numbers = Numbers(42);
    for round in 0..60 {
        let count = 1 + numbers.below(100);
        let limit = [64, 200, 3000, 40_000][round % 4];
        check(&(0..count).map(|_| numbers.below(limit)).collect::<Vec<_>>());
    }
}

#[test]
fn streams_in_random_pieces_and_order() {
    let mut numbers = Numbers(7);
    for count in [1, 2, 5, 17, 40, 100] {
        let buffer = bytes(10_000 + count);
        let mut hasher = MultiHasher::new();
        // more messages than are ever open at once
        let messages: Vec<&[u8]> =
            (0..2 * count).map(|i| &buffer[i % count..][..numbers.below(10_000)]).collect();
        let mut waiting: Vec<usize> = (0..messages.len()).collect();
        let mut open: Vec<(usize, super::StreamId, usize)> = Vec::new();
        while !waiting.is_empty() || !open.is_empty() {
            while open.len() < count && !waiting.is_empty() {
                open.push((waiting.swap_remove(numbers.below(waiting.len())), hasher.open(), 0));
            }
            let mut feeds = Vec::new();
            for (message, stream, at) in &mut open {
                for _ in 0..numbers.below(3) {
                    let limit = [2, 65, 130, 3000][numbers.below(4)];
                    let size = numbers.below(limit).min(messages[*message].len() - *at);
                    feeds.push((*stream, &messages[*message][*at..*at + size]));
                    *at += size;
                }
            }
            hasher.update_many(&feeds);
            let (message, stream, at) = open[numbers.below(open.len())];
            assert_eq!(hasher.digest(stream), digest(&messages[message][..at]), "midway");
            let (done, rest) =
                open.into_iter().partition::<Vec<_>, _>(|(message, _, at)| *at == messages[*message].len());
            open = rest;
            let streams: Vec<_> = done.iter().map(|(_, stream, _)| *stream).collect();
            for ((message, ..), found) in done.iter().zip(hasher.finish_many(&streams)) {
                assert_eq!(found, digest(messages[*message]), "{} bytes", messages[*message].len());
            }
        }
    }
}

#[test]
#[should_panic(expected = "finished")]
fn a_finished_stream_takes_no_more() {
    let mut hasher = MultiHasher::new();
    let first = hasher.open();
    hasher.finish(first);
    hasher.open(); // the same slot again
    hasher.update(first, b"x");
}

#[test]
fn messages_that_end_where_the_memory_ends() {
    let data = bytes(1500);
    // a page of its own for each of 65 messages: twice the most lanes, and one more
    let mut buffers: Vec<GuardedBuffer> = (0..65).map(|_| GuardedBuffer::new(1500)).collect();
    for (length, spread) in
        [1, 15, 16, 63, 64, 65, 127, 128, 192, 1500].into_iter().flat_map(|l| [(l, 1), (l, 3)])
    {
        let messages: Vec<&[u8]> = buffers
            .iter_mut()
            .enumerate()
            .map(|(i, buffer)| {
                let message = &data[..length - i % spread.min(length)];
                if i % 2 == 0 { buffer.at_end(message) } else { buffer.at_start(message) }
            })
            .collect();
        let expected: Vec<Digest> = messages.iter().map(|message| Digest::Md5(digest(message))).collect();
        for engine in engines() {
            assert_eq!(engine.many(&messages)[..], expected, "{}, {length} bytes", engine.engine().id);
            assert_eq!(
                engine.many(&messages[..1])[..],
                expected[..1],
                "{}, {length} bytes alone",
                engine.engine().id
            );
        }
    }
}

#[test]
fn the_width_follows_what_is_left() {
    let ladder = widths::ladder();
    let most = ladder.lanes();
    assert_eq!(ladder.choose(1000, 1000).lanes, 1, "a message that is alone");
    assert_eq!(ladder.choose(1000, 1000 * most as u64).lanes, most, "all lanes full");
    assert!(ladder.choose(1000, 1001).lanes <= 8, "one giant and one tiny");
    assert_eq!(ladder.choose(10, 100_000).lanes, most, "many short ones");
    assert_eq!(ladder.covering(most).lanes, most);
    assert_eq!(ladder.covering(1).lanes, 1);
}

#[test]
fn the_order_is_longest_first() {
    let mut numbers = Numbers(3);
    let buffer = bytes(20_000);
    let messages: Vec<&[u8]> = (0..500).map(|_| &buffer[..numbers.below(20_000)]).collect();
    let order = longest_first(&messages);
    assert!(order.is_sorted_by(|&a, &b| messages[a].len() / 64 >= messages[b].len() / 64));
    let mut ids = order;
    ids.sort_unstable();
    assert!(ids.into_iter().eq(0..500));
}
