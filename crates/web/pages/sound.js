// A knock of wood for each stone, and a few notes at the end, unless the reader has muted them.

/** @typedef {import('./app.js').App} App */

/** The notes of a win and of a loss, in hertz. */
const WON = [523, 659, 784];
const LOST = [392, 330];

/**
 * @param {App} app
 * @param {() => boolean} isWanted
 */
export function soundStones(app, isWanted) {
  let audio = /** @type {AudioContext | null} */ (null);
  let heard = app.game.moves.length;
  app.onChange(() => {
    const count = app.game.moves.length;
    // A browser lets nothing sound before the reader has done something on the page.
    if (isWanted() && count === heard + 1 && navigator.userActivation?.hasBeenActive !== false) {
      const pitch = app.game.moves.at(-1) === 'resign' ? 0 : count % 2 ? 900 : 1150;
      const notes = !app.game.outcome ? [] : app.lost() ? LOST : WON;
      // The first sound has to find the device: the stone is drawn before.
      setTimeout(() => {
        audio ??= new AudioContext();
        if (pitch) knock(audio, pitch);
        for (const [index, one] of notes.entries()) note(audio, one, 0.12 + 0.13 * index);
      });
    }
    heard = count;
  });
}

/**
 * A burst of noise through a narrow filter: a stone on wood.
 * @param {AudioContext} audio
 * @param {number} pitch in hertz
 */
function knock(audio, pitch) {
  const length = Math.floor(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) samples[index] = (Math.random() * 2 - 1) * Math.exp((-7 * index) / length);
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const volume = audio.createGain();
  source.buffer = buffer;
  [filter.type, filter.frequency.value, filter.Q.value] = ['bandpass', pitch, 4];
  volume.gain.value = 0.9;
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start();
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch in hertz
 * @param {number} after seconds from now
 */
function note(audio, pitch, after) {
  const at = audio.currentTime + after;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.4);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.45);
}
