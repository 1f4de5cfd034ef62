/** Digits of the hash that a number represents exactly: 13 hexadecimal ones are 52 bits. */
const EXACT_DIGITS = 13;

/** The values of a browser that can't or won't draw (the library's terms). */
const NO_PICTURE = ['', 'unsupported', 'unstable', 'skipped'];

/**
 * A stable number for this browser: the hash of its audio signature and of a drawing on a canvas, or of the
 * drawing alone where it has no audio. The library is loaded with the first call.
 * @throws when the browser provides neither
 */
export async function computeVisitorId(): Promise<number> {
  const { murmurX64Hash128, sources } = await import('@fingerprintjs/fingerprintjs');
  const { geometry, text } = await sources.canvas();
  if (NO_PICTURE.includes(geometry)) throw new Error('The canvas gave no picture');
  const audio = await audioSignature(sources.audio);
  const signature = [audio, geometry, text].filter((part) => part !== null).join('|');
  return Number.parseInt(murmurX64Hash128(signature).slice(0, EXACT_DIGITS), 16);
}

/** The signature of how this browser renders audio, or null where it can't or won't. */
async function audioSignature(measure: () => number | (() => Promise<number>)): Promise<number | null> {
  try {
    const measured = measure();
    const value = typeof measured === 'number' ? measured : await measured();
    // Negative numbers are codes of why there is none.
    return value >= 0 ? value : null;
  } catch {
    return null;
  }
}
