import { TITLE_MAX } from '#lib/text/constants.ts';

/** The original's title in that of a copy: "Copy of Plan (2)" is one of "Plan". */
const COPY = /^Copy of (.+?)(?: \(\d{1,4}\))?$/su;

/** The title of a copy: a copy of a copy is numbered, and no title is used twice among `taken`. */
export function copyTitle(title: string, taken: ReadonlySet<string>): string {
  const original = COPY.exec(title)?.[1] ?? title;
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`;
    const room = TITLE_MAX - 'Copy of '.length - end.length;
    // A pair of surrogates is not cut in its middle.
    const one = `Copy of ${original
      .slice(0, room)
      .toWellFormed()
      .replace(/\uFFFD$/, '')}${end}`;
    if (!taken.has(one)) return one;
  }
}
