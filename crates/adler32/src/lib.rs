//! Adler-32 in many implementations.
#![cfg_attr(not(feature = "std"), no_std)]
