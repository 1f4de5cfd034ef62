import { TITLE_MAX } from '#lib/text/constants.ts';

/** The original's title in that of a copy: "Copy of Plan (2)" is one of "Plan". */
const COPY = /^Copy of (.+?)(?: \(\d{1,4}\))?$/su;

/** The title of a copy: a copy of a copy is numbered, and no title is used twice among `taken`. */
export function copyTitle(title: string, taken: ReadonlySet<string>): string {
  const original = COPY.exec(title)?.[1] ?? title;
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const available = TITLE_MAX - 'Copy of '.length - suffix.length;
    // A pair of surrogates is not cut in its middle.
    const one = `Copy of ${original
      .slice(0, available)
      .toWellFormed()
      .replace(/\uFFFD$/, '')}${suffix}`;
    if (!taken.has(one)) return one;
  }
}
