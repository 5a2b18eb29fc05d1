//! The weights of a network as numbers, and the file that holds them; the crate's page describes both.

use board::BoardSize;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::{NetworkError, Shape, crc32::crc32, half};

const MAGIC: &[u8; 8] = b"HEXWNET\0";
const VERSION: u32 = 1;
/// Bytes before the note: the magic, the version, the shape, the length of the note.
const HEADER: usize = MAGIC.len() + 4 * (1 + 6 + 1);

/// The program's own weights file.
#[cfg(not(feature = "weights-apart"))]
fn file(is_wide: bool) -> &'static [u8] {
    if is_wide {
        include_bytes!("../weights/wide.hexnet")
    } else {
        include_bytes!("../weights/default.hexnet")
    }
}

/// The weights files that were given, the wide one second.
#[cfg(feature = "weights-apart")]
static PROVIDED: [std::sync::OnceLock<Vec<u8>>; 2] = [const { std::sync::OnceLock::new() }; 2];

#[cfg(feature = "weights-apart")]
fn file(is_wide: bool) -> &'static [u8] {
    PROVIDED[usize::from(is_wide)].get().expect("the weights are provided before they are needed")
}

/// One linear map: a convolution of 3x3 taps, or of one tap, which is a linear layer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layer {
    pub(crate) form: Form,
    /// `[out][in][tap]`.
    pub(crate) weights: Vec<f32>,
    /// One for each output, or none at all.
    pub(crate) bias: Vec<f32>,
}

/// The size of a layer, and what to call it in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) name: &'static str,
    pub(crate) block: Option<usize>,
    pub(crate) outputs: usize,
    pub(crate) inputs: usize,
    pub(crate) taps: usize,
    pub(crate) biased: bool,
}

impl Form {
    const fn new(name: &'static str, outputs: usize, inputs: usize, taps: usize) -> Self {
        Self { name, block: None, outputs, inputs, taps, biased: true }
    }

    const fn weights(&self) -> usize {
        self.outputs * self.inputs * self.taps
    }

    const fn biases(&self) -> usize {
        if self.biased { self.outputs } else { 0 }
    }

    fn describe(&self) -> String {
        self.block.map_or(self.name.to_string(), |block| format!("{} of block {block}", self.name))
    }
}

/// One residual block.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Block {
    pub(crate) first: Layer,
    pub(crate) pool: Option<Layer>,
    pub(crate) second: Layer,
}

/// Every number of a network, in single precision.
#[derive(Debug, Clone, PartialEq)]
pub struct NetworkWeights {
    shape: Shape,
    note: String,
    pub(crate) stem: Layer,
    pub(crate) blocks: Vec<Block>,
    pub(crate) policy: Layer,
    pub(crate) policy_pool: Layer,
    pub(crate) policy_out: Layer,
    pub(crate) value: Layer,
    pub(crate) value_hidden: Layer,
    pub(crate) value_out: Layer,
}

impl NetworkWeights {
    /// The program's own network for boards of a size, learnt by self-play: `docs/explanation/neural.md` tells how.
    ///
    /// There are two. The wide one has seen boards up to 19x19 and plays those whose sides have at least
    /// [`NetworkWeights::WIDE_SIDE`] cells.
    ///
    /// # Panics
    /// With the feature `weights-apart`, if `NetworkWeights::provide` has not given the network of this size before.
    #[must_use]
    pub fn embedded(size: BoardSize) -> Self {
        let file = file(Self::is_wide(size));
        Self::read(file).expect("the embedded files are read by the tests, provided ones when they are given")
    }

    /// Gives the weights file of [`NetworkWeights::embedded`], for boards of sides from [`NetworkWeights::WIDE_SIDE`] or for
    /// smaller ones. A program that is fetched over a network begins without it.
    ///
    /// # Errors
    /// Those of [`NetworkWeights::read`]. A second file of a kind changes nothing.
    #[cfg(feature = "weights-apart")]
    pub fn provide(is_wide: bool, bytes: Vec<u8>) -> Result<(), NetworkError> {
        Self::read(&bytes)?;
        // The first file stays: networks may have been made from it.
        let _ = PROVIDED[usize::from(is_wide)].set(bytes);
        Ok(())
    }

    /// The shorter side from which on the wide network plays: it is stronger from 15x15 up and weaker on 12x12.
    pub const WIDE_SIDE: usize = 15;

    /// Whether the wide network is the one for boards of a size.
    #[must_use]
    pub fn is_wide(size: BoardSize) -> bool {
        size.cols().min(size.rows()) >= Self::WIDE_SIDE
    }

    /// Reads a weights file.
    ///
    /// # Errors
    /// Where the file is foreign, of another version, truncated, too long or damaged, or where its numbers make no network.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (shape, note_length) = read_header(bytes)?;
        let tensors = HEADER + note_length;
        let expected =
            tensors + 2 * forms(&shape).iter().map(|form| form.weights() + form.biases()).sum::<usize>() + 4;
        let found = bytes.len();
        match found.cmp(&expected) {
            std::cmp::Ordering::Less => return Err(NetworkError::Truncated { found, expected }),
            std::cmp::Ordering::Greater => return Err(NetworkError::TooLong { found, expected }),
            std::cmp::Ordering::Equal => {}
        }
        let (content, checksum) = bytes.split_at(found - 4);
        let (found, expected) = (crc32(content), word(checksum, 0));
        if found != expected {
            return Err(NetworkError::Checksum { found, expected });
        }
        let note =
            std::str::from_utf8(&content[HEADER..tensors]).map_err(|_| NetworkError::Note)?.to_string();
        let mut numbers =
            content[tensors..].as_chunks::<2>().0.iter().map(|&half| half::to_f32(u16::from_le_bytes(half)));
        Self::build(shape, note, |form| {
            let weights: Vec<f32> = numbers.by_ref().take(form.weights()).collect();
            let bias: Vec<f32> = numbers.by_ref().take(form.biases()).collect();
            if weights.iter().chain(&bias).any(|weight| !weight.is_finite()) {
                return Err(NetworkError::NotFinite { layer: form.describe() });
            }
            Ok(Layer { form, weights, bias })
        })
    }

    /// The bytes of the weights file: what [`NetworkWeights::read`] reads. Numbers are rounded to half precision.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION].into_iter().chain(self.shape.header()).chain([self.note.len() as u32]) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.note.as_bytes());
        for layer in self.layers() {
            bytes.extend(
                layer.weights.iter().chain(&layer.bias).flat_map(|&x| half::from_f32(x).to_le_bytes()),
            );
        }
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// A network that has learnt nothing: seeded random weights whose signals neither die nor explode, for tests and
    /// measurements and for the first games of self-play.
    #[must_use]
    pub fn random(shape: Shape, seed: u64) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let built = Self::build(shape, format!("random weights, seed {seed}"), |form| {
            // He initialisation; blocks add up, so that their second convolutions are kept smaller, and pooling too.
            let gain = match form.name {
                "second convolution" | "pooling" => 0.5,
                _ => 1.0,
            };
            let spread = gain * (6.0 / (form.inputs * form.taps) as f32).sqrt();
            let mut draw = |spread: f32| {
                let unit = (random.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
                half::to_f32(half::from_f32((2.0 * unit - 1.0) * spread))
            };
            let weights = (0..form.weights()).map(|_| draw(spread)).collect();
            let bias = (0..form.biases()).map(|_| draw(0.1)).collect();
            Ok(Layer { form, weights, bias })
        });
        built.expect("making random weights cannot fail")
    }

    /// The form of the network.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Who trained it and for how long, in words.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.note
    }

    /// How many numbers there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.layers().iter().map(|layer| layer.weights.len() + layer.bias.len()).sum()
    }

    /// Calls `make` for each layer in the order of the file.
    fn build(
        shape: Shape,
        note: String,
        mut make: impl FnMut(Form) -> Result<Layer, NetworkError>,
    ) -> Result<Self, NetworkError> {
        let mut forms = forms(&shape).into_iter();
        let mut next = || make(forms.next().expect("the list of layers names every layer"));
        let stem = next()?;
        let mut blocks = Vec::with_capacity(shape.blocks);
        for block in 0..shape.blocks {
            let first = next()?;
            let pool = if shape.pools(block) { Some(next()?) } else { None };
            blocks.push(Block { first, pool, second: next()? });
        }
        Ok(Self {
            shape,
            note,
            stem,
            blocks,
            policy: next()?,
            policy_pool: next()?,
            policy_out: next()?,
            value: next()?,
            value_hidden: next()?,
            value_out: next()?,
        })
    }

    /// The layers in the order of the file.
    fn layers(&self) -> Vec<&Layer> {
        let mut layers = vec![&self.stem];
        for block in &self.blocks {
            layers.push(&block.first);
            layers.extend(&block.pool);
            layers.push(&block.second);
        }
        let heads = [
            &self.policy,
            &self.policy_pool,
            &self.policy_out,
            &self.value,
            &self.value_hidden,
            &self.value_out,
        ];
        layers.extend(heads);
        layers
    }
}

/// The layers of a network of this shape in the order of the file.
fn forms(shape: &Shape) -> Vec<Form> {
    let Shape { channels, blocks, policy_channels, value_channels, value_hidden, .. } = *shape;
    let mut forms = vec![Form::new("stem", channels, Shape::PLANES, 9)];
    for block in 0..blocks {
        let of_block = |form| Form { block: Some(block), ..form };
        forms.push(of_block(Form::new("first convolution", channels, channels, 9)));
        if shape.pools(block) {
            forms.push(of_block(Form::new("pooling", channels, 2 * channels, 1)));
        }
        forms.push(of_block(Form::new("second convolution", channels, channels, 9)));
    }
    forms.extend([
        Form::new("policy convolution", policy_channels, channels, 1),
        Form { biased: false, ..Form::new("policy pooling", policy_channels, 2 * channels, 1) },
        Form::new("policy output", 1, policy_channels, 1),
        Form::new("value convolution", value_channels, channels, 1),
        Form::new("value hidden layer", value_hidden, 2 * value_channels, 1),
        Form::new("value output", 1, value_hidden, 1),
    ]);
    forms
}

/// The shape and the length of the note, both checked against the length of the file.
fn read_header(bytes: &[u8]) -> Result<(Shape, usize), NetworkError> {
    let magic = &bytes[..MAGIC.len().min(bytes.len())];
    if !MAGIC.starts_with(magic) || magic.is_empty() {
        return Err(NetworkError::Foreign);
    }
    if bytes.len() < HEADER {
        return Err(NetworkError::Truncated { found: bytes.len(), expected: HEADER });
    }
    let numbers: [u32; 8] = std::array::from_fn(|i| word(bytes, MAGIC.len() + 4 * i));
    let [version, shape @ .., note_length] = numbers;
    if version != VERSION {
        return Err(NetworkError::Version { found: version });
    }
    let note_length = note_length as usize;
    if bytes.len() < HEADER + note_length {
        return Err(NetworkError::Truncated { found: bytes.len(), expected: HEADER + note_length });
    }
    Ok((Shape::from_header(shape)?, note_length))
}

/// The number at a place that is known to be inside.
fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes are four bytes"))
}
