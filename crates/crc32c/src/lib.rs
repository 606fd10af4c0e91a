//! CRC-32C in many implementations.
#![cfg_attr(not(feature = "std"), no_std)]
