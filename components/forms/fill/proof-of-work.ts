/** Constants of SHA-256 (FIPS 180-4 §4.2.2): fractional parts of the cube roots of the first primes. */
const ROUNDS = new Uint32Array(64);
const START = new Uint32Array(8);

/** The first 32 bits of a number's fractional part. */
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;

function isPrime(value: number): boolean {
  for (let factor = 2; factor * factor <= value; factor += 1) if (value % factor === 0) return false;
  return true;
}

for (let prime = 2, at = 0; at < 64; prime += 1) {
  if (!isPrime(prime)) continue;
  if (at < 8) START[at] = fraction(Math.sqrt(prime));
  ROUNDS[at] = fraction(Math.cbrt(prime));
  at += 1;
}

const turned = (value: number, by: number) => (value >>> by) | (value << (32 - by));

/** The first 32 bits of SHA-256 of an ASCII text. `crypto.subtle` is missing on pages over plain HTTP. */
export function firstBits(text: string): number {
  const blocks = ((text.length + 8) >> 6) + 1;
  const padded = new Uint32Array(blocks * 16);
  for (let at = 0; at < text.length; at += 1)
    padded[at >> 2] = (padded[at >> 2] ?? 0) | (text.charCodeAt(at) << (24 - (at % 4) * 8));
  padded[text.length >> 2] = (padded[text.length >> 2] ?? 0) | (0x80 << (24 - (text.length % 4) * 8));
  padded[padded.length - 1] = text.length * 8;
  const state = Uint32Array.from(START);
  const schedule = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 16) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let at = 0; at < 64; at += 1) {
      if (at < 16) schedule[at] = padded[block + at] ?? 0;
      else {
        const early = schedule[at - 15] ?? 0;
        const late = schedule[at - 2] ?? 0;
        const spread = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
        const mixed = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
        schedule[at] = (schedule[at - 16] ?? 0) + spread + (schedule[at - 7] ?? 0) + mixed;
      }
      const choice = (e & f) ^ (~e & g);
      const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + sum + choice + (ROUNDS[at] ?? 0) + (schedule[at] ?? 0)) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => {
      state[at] = (state[at] ?? 0) + value;
    });
  }
  return state[0] ?? 0;
}

/** Longest time without yielding to the page, in milliseconds: half a frame. */
const SLICE_MS = 8;

const pause = () => new Promise((resume) => setTimeout(resume, 0));

/**
 * Finds a nonce for which SHA-256 of `token:nonce` begins with the required number of zero bits
 * (`server/forms/fill/spam-challenge.ts`). The page stays responsive meanwhile.
 */
export async function proveWork({ token, bits }: { token: string; bits: number }): Promise<string> {
  if (bits === 0) return '';
  for (let nonce = 0; ; ) {
    for (const until = performance.now() + SLICE_MS; performance.now() < until; nonce += 1)
      if (firstBits(`${token}:${nonce.toString(36)}`) >>> (32 - bits) === 0) return nonce.toString(36);
    await pause();
  }
}
