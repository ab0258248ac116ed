// The bell of a round and the call to a table, made of plain tones: nothing is recorded.
const TONES = { bell: [[784, 0], [784, .7], [784, 1.4]], call: [[659, 0], [523, .5]] };
const PARTIALS = [[1, .4], [2.76, .15], [5.4, .05]];

export const play = (audio, kind) => {
  if (kind === "bell") navigator.vibrate?.([400, 300, 400, 300, 400]);
  for (const [tone, late] of TONES[kind]) {
    for (const [times, loud] of PARTIALS) {
      const [wave, gain, at] = [audio.createOscillator(), audio.createGain(), audio.currentTime + late];
      wave.frequency.value = tone * times;
      gain.gain.setValueAtTime(loud, at);
      gain.gain.exponentialRampToValueAtTime(.0005, at + 2.5 / times);
      wave.connect(gain).connect(audio.destination);
      wave.start(at);
      wave.stop(at + 2.5 / times);
    }
  }
};
