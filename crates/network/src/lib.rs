//! Policy and value networks for Hex on the CPU: weights files, and inference that is fast on a plain processor.
//!
//! Bytes come in, logits go out: no files, no search. Networks are trained elsewhere; this page is the contract between
//! the two sides, and [`PlainNetwork`] is its slow obvious form.
//!
//! # What a network sees
//! The side to move always sees itself joining top and bottom: for White to move the position is reflected in the long
//! diagonal with colours exchanged, and the sides of a rectangle change places ([`NetworkView`]). Around the board lies a ring of
//! one cell, because edges are stones. Three planes of `rows + 2` by `cols + 2`:
//!
//! | plane | on the board | on the ring |
//! | --- | --- | --- |
//! | 0 | own stones | 1 in the whole top and bottom row |
//! | 1 | the opponent's stones | 1 in the whole left and right column (the corners are 1 in both) |
//! | 2 | 1 | 0 |
//!
//! # What it computes
//! `C` channels, `B` residual blocks, no normalisation: training folds what it uses into the convolutions. The first convolution is
//! "valid", 3x3 on the padded input, so that its output has the size of the board; all later 3x3 convolutions are "same",
//! with zeros around the board. Blocks named by the pool mask look at the whole board, which lets one set of weights
//! play every size. With `pool(h)` the means and then the maxima over the board of `relu(h)`, `2C` numbers:
//!
//! ```text
//! stem    x = relu(conv3x3(input))
//! block   h = conv3x3(x);  in pooling blocks h += linear(pool(h)), the same for every cell
//!         x = relu(x + conv3x3(relu(h)))
//! policy  p = relu(conv1x1(x) + linear(pool(x)));  logit of a cell = conv1x1(p)
//! value   v = relu(conv1x1(x));  logit that the side to move wins = linear(relu(linear(pool(v))))
//! ```
//!
//! # The weights file
//! Little-endian throughout: the magic `HEXWNET\0`; `u32` version (1), channels, blocks, policy channels, value channels,
//! hidden units of the value head, pool mask (bit `i`: block `i` pools), length of a UTF-8 note and the note (who trained
//! it, how long); then every tensor as IEEE half precision, convolutions as `[out][in][row][col]` and linear layers as
//! `[out][in]`, each followed by its bias: stem; for each block the first convolution, the pooling layer where there is
//! one, the second convolution; policy 1x1, policy pooling (without bias), policy output; value 1x1, value hidden, value
//! output; last `u32` CRC-32 (IEEE 802.3, as zlib's) of all that stands before it.

mod aligned;
mod crc32;
mod error;
mod evaluator;
mod half;
mod kernels;
mod network;
mod plain;
mod shape;
mod simd;
mod view;
mod weights;

pub use error::NetworkError;
pub use evaluator::{Evaluator, NetworkEvaluation};
pub use network::Network;
pub use plain::PlainNetwork;
pub use shape::Shape;
pub use simd::Instructions;
pub use view::NetworkView;
pub use weights::NetworkWeights;
