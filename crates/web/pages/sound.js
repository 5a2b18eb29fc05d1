// A soft click for each stone, if the reader wants one.

/** @typedef {import('./app.js').App} App */

/**
 * @param {App} app
 * @param {() => boolean} isWanted
 */
export function soundStones(app, isWanted) {
  let audio = /** @type {AudioContext | null} */ (null);
  let heard = app.game.moves.length;
  app.onChange(() => {
    const count = app.game.moves.length;
    if (isWanted() && count > heard) {
      audio ??= new AudioContext();
      click(audio, count % 2 ? 520 : 440);
    }
    heard = count;
  });
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch in hertz
 */
function click(audio, pitch) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.15, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.13);
}
