/**
 * How many typing errors are tolerated in a word of this length; short words are too similar to one another.
 */
export function mostTypos(word: string): number {
  const length = [...word].length;
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/** The first and last code points of scripts whose letters and vowel signs are few: Armenian, Georgian, and those of India. */
const BLOCKS: [number, number][] = [
  [0x561, 0x587],
  [0x10d0, 0x10fa],
  ...[0x900, 0x980, 0xa00, 0xa80, 0xb00, 0xb80, 0xc00, 0xc80, 0xd00].map((first): [number, number] => [
    first,
    first + 0x6f,
  ]),
];

/** Letters of folded words, by script: what may have been typed instead of another. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويءئؤپچژگ',
  'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
  ...BLOCKS.map(lettersOf),
].map((letters) => [...letters]);

function lettersOf([first, last]: [number, number]): string {
  const all = Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n));
  return all.filter((letter) => /[\p{L}\p{M}]/u.test(letter)).join('');
}

/**
 * Every spelling that one typing error makes of a word: a letter left out, added or changed, or two swapped.
 * Some hundred; words of other scripts than those of the alphabets have no changed or added letters.
 */
export function spellings(word: string): Set<string> {
  const letters = [...word];
  const alphabet = ALPHABETS.find((one) => letters.some((letter) => one.includes(letter))) ?? [];
  const found = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const before = letters.slice(0, at).join('');
    const after = letters.slice(at + 1).join('');
    const [letter = '', next = ''] = letters.slice(at);
    for (const other of alphabet) {
      found.add(before + other + letter + after);
      if (letter) found.add(before + other + after);
    }
    if (letter) found.add(before + after);
    if (next) found.add(before + next + letter + letters.slice(at + 2).join(''));
  }
  found.delete(word);
  return found;
}

/**
 * Typing errors between two words: an added, missing or changed letter, or two swapped (optimal string
 * alignment).
 */
export function distance(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, left] of a.entries()) {
    const current = [row + 1];
    for (const [column, right] of b.entries()) {
      let least = Math.min(
        (previous[column + 1] ?? 0) + 1,
        (current[column] ?? 0) + 1,
        (previous[column] ?? 0) + (left === right ? 0 : 1),
      );
      if (row > 0 && column > 0 && left === b[column - 1] && a[row - 1] === right) {
        least = Math.min(least, (older[column - 1] ?? 0) + 1);
      }
      current.push(least);
    }
    older = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
