//! The numbers that fix the form of a network.

use crate::NetworkError;

/// How wide and deep a network is. [`Shape::default`] is the one that the program's own weights have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Channels of the trunk.
    pub channels: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Channels of the policy head.
    pub policy_channels: usize,
    /// Channels of the value head.
    pub value_channels: usize,
    /// Hidden units of the value head.
    pub value_hidden: usize,
    /// Bit `i` says that block `i` looks at the whole board.
    pub pool_mask: u32,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            channels: 64,
            blocks: 6,
            policy_channels: 32,
            value_channels: 32,
            value_hidden: 64,
            pool_mask: 0b10_1010,
        }
    }
}

impl Shape {
    /// Planes of the input.
    pub const PLANES: usize = 3;

    /// Whether a block looks at the whole board.
    #[must_use]
    pub const fn pools(&self, block: usize) -> bool {
        self.pool_mask >> block & 1 == 1
    }

    /// The six numbers in the order of the weights file.
    pub(crate) const fn header(&self) -> [u32; 6] {
        [
            self.channels as u32,
            self.blocks as u32,
            self.policy_channels as u32,
            self.value_channels as u32,
            self.value_hidden as u32,
            self.pool_mask,
        ]
    }

    /// The shape that a header describes. The bounds keep a damaged header from asking for gigabytes.
    pub(crate) fn from_header(header: [u32; 6]) -> Result<Self, NetworkError> {
        const LIMITS: [(&str, u32, u32); 5] = [
            ("channels", 1, 512),
            ("blocks", 0, 32),
            ("policy channels", 1, 512),
            ("value channels", 1, 512),
            ("hidden units of the value head", 1, 4096),
        ];
        for ((what, least, most), found) in LIMITS.into_iter().zip(header) {
            if !(least..=most).contains(&found) {
                return Err(NetworkError::Shape { what, found, least, most });
            }
        }
        let [channels, blocks, policy_channels, value_channels, value_hidden, mask] = header;
        if u64::from(mask) >> blocks != 0 {
            return Err(NetworkError::PoolMask { mask, blocks });
        }
        Ok(Self {
            channels: channels as usize,
            blocks: blocks as usize,
            policy_channels: policy_channels as usize,
            value_channels: value_channels as usize,
            value_hidden: value_hidden as usize,
            pool_mask: mask,
        })
    }

    /// Multiplications and additions of one evaluation of a board by plain convolutions, pooling and heads included.
    #[must_use]
    pub const fn operations(&self, cells: usize) -> usize {
        let Self { channels, blocks, policy_channels, value_channels, value_hidden, .. } = *self;
        let pooling = self.pool_mask.count_ones() as usize;
        2 * (cells * 9 * channels * (Self::PLANES + 2 * blocks * channels)
            + pooling * 2 * channels * channels
            + cells * channels * (policy_channels + value_channels)
            + policy_channels * (2 * channels + cells)
            + value_hidden * (2 * value_channels + 1))
    }
}
