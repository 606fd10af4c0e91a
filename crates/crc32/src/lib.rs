//! CRC-32/ISO-HDLC in many implementations.
#![cfg_attr(not(feature = "std"), no_std)]
