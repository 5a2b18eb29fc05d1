//! Weights files: what is written is read back, and what is damaged is refused with a reason.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should panic")]

use board::BoardSize;
use network::{Network, NetworkError, NetworkWeights, Shape};
use proptest::prelude::*;

fn small() -> NetworkWeights {
    let shape = Shape {
        channels: 3,
        blocks: 2,
        policy_channels: 2,
        value_channels: 4,
        value_hidden: 5,
        pool_mask: 2,
    };
    NetworkWeights::random(shape, 5)
}

/// Bytes with another content and a checksum that agrees with it.
fn altered(at: usize, content: &[u8]) -> Vec<u8> {
    let mut bytes = small().to_bytes();
    bytes[at..at + content.len()].copy_from_slice(content);
    let end = bytes.len() - 4;
    let mut crc = !0u32;
    for &byte in &bytes[..end] {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ ((crc & 1) * 0xEDB8_8320);
        }
    }
    bytes[end..].copy_from_slice(&(!crc).to_le_bytes());
    bytes
}

/// Asserts that bytes are refused with this message.
fn refused(bytes: &[u8], message: &str) {
    assert_eq!(NetworkWeights::read(bytes).unwrap_err().to_string(), message);
}

#[test]
fn what_is_written_is_read_back() {
    for weights in [small(), NetworkWeights::random(Shape::default(), 1)] {
        assert_eq!(NetworkWeights::read(&weights.to_bytes()).unwrap(), weights);
    }
}

#[test]
fn the_embedded_networks_have_the_usual_shape_and_share_the_board_sizes() {
    let of = |cols, rows| NetworkWeights::embedded(BoardSize::new(cols, rows).unwrap());
    let (small, wide) = (of(11, 11), of(19, 19));
    assert_ne!(small, wide);
    for weights in [&small, &wide] {
        assert_eq!(weights.shape(), Shape::default());
        assert!(weights.note().contains("self-play"), "{}", weights.note());
    }
    for (cols, rows, expected) in
        [(3, 3, &small), (14, 14, &small), (19, 14, &small), (15, 15, &wide), (16, 19, &wide)]
    {
        let found = Network::embedded(BoardSize::new(cols, rows).unwrap());
        assert_eq!(found.note(), expected.note(), "{cols}x{rows}");
    }
}

#[test]
fn the_layout_is_the_documented_one() {
    let weights = small();
    let bytes = weights.to_bytes();
    assert_eq!(&bytes[..8], b"HEXWNET\0");
    let numbers: Vec<u32> =
        bytes[8..40].as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
    assert_eq!(numbers, [1, 3, 2, 2, 4, 5, 2, weights.note().len() as u32]);
    assert_eq!(&bytes[40..40 + weights.note().len()], weights.note().as_bytes());
    let stem = 3 * 3 * 9 + 3;
    let blocks = 4 * (3 * 3 * 9 + 3) + (3 * 6 + 3);
    let policy = (2 * 3 + 2) + 2 * 6 + (2 + 1);
    let value = (4 * 3 + 4) + (5 * 8 + 5) + (5 + 1);
    assert_eq!(weights.count(), stem + blocks + policy + value);
    assert_eq!(bytes.len(), 40 + weights.note().len() + 2 * weights.count() + 4);
}

#[test]
fn foreign_and_damaged_files_are_refused_with_a_reason() {
    let bytes = small().to_bytes();
    let length = bytes.len();
    refused(b"", "found a file that does not begin with HEXWNET: expected a network of hexwright");
    refused(b"PK\x03\x04", "found a file that does not begin with HEXWNET: expected a network of hexwright");
    refused(&bytes[..20], "found 20 bytes: expected 40, the weights file is truncated");
    let truncated = format!("found {} bytes: expected {length}, the weights file is truncated", length - 1);
    refused(&bytes[..length - 1], &truncated);
    let mut longer = bytes.clone();
    longer.push(0);
    let too_long = format!(
        "found {} bytes: expected {length}, the weights file has something after its end",
        length + 1
    );
    refused(&longer, &too_long);
    let mut damaged = bytes.clone();
    damaged[length / 2] ^= 1;
    assert!(matches!(NetworkWeights::read(&damaged), Err(NetworkError::Checksum { .. })));
    refused(&altered(8, &[2]), "found version 2 of the weights format: expected version 1");
    refused(&altered(12, &[0]), "found 0 channels: expected 1 to 512");
    refused(&altered(16, &[200]), "found 200 blocks: expected 0 to 32");
    refused(&altered(32, &[4]), "found pool mask 0b100 for 2 blocks: expected bits for these blocks only");
    refused(&altered(40, &[0xFF]), "found a note that is not UTF-8: expected text");
    let tensors = 40 + small().note().len();
    refused(
        &altered(tensors, &0x7C00u16.to_le_bytes()),
        "found a weight that is not finite in stem: expected finite numbers",
    );
    refused(
        &altered(tensors + 2 * 84, &0x7E00u16.to_le_bytes()),
        "found a weight that is not finite in first convolution of block 0: expected finite numbers",
    );
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0..40usize, byte: u8) {
        let _ = NetworkWeights::read(&bytes);
        let mut header = small().to_bytes();
        header[at] = byte;
        let _ = NetworkWeights::read(&header);
    }
}
