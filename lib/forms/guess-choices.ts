import { isOptionLabel } from '#lib/fields/option-label.ts';
import { unguarded } from '#lib/text/csv.ts';
import { isBlank } from '#lib/text/text.ts';

/**
 * A column of texts is one of choices where that is clear from the whole file: few different values, each short, in one line and
 * with a letter (codes, telephone numbers and days stay texts), written alike each time, that repeat in many lines.
 */
const CLEARLY = { values: 12, length: 40, filled: 20, repeats: 5 };

/** The two words of a yes or no: clear as soon as both are there, and nothing else. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['yes', 'no'],
  ['true', 'false'],
  ['y', 'n'],
  ['ja', 'nein'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sim', 'não'],
  ['tak', 'nie'],
  ['да', 'нет'],
  ['はい', 'いいえ'],
  ['是', '否'],
  ['हाँ', 'नहीं'],
];
/** Cells of a yes or no: two lines may have such words by chance. */
const PAIR_FILLED = 4;

const folded = (text: string) => text.toLocaleLowerCase();

/** Whether a value can be one of a few choices. */
const isChoiceLike = (text: string): boolean =>
  text.length <= CLEARLY.length && /\p{L}/u.test(text) && !/[,;]/.test(text) && isOptionLabel(text);

const isYesOrNo = (values: readonly string[]): boolean =>
  values.length === 2 &&
  PAIRS.some((pair) => pair.every((word) => values.some((one) => folded(one) === word)));

/** Looks for a column of choices, until a cell shows that it is none. */
export function createChoiceGuess() {
  let filled = 0;
  let counts: Map<string, number> | null = new Map();
  return {
    look(cell: string): void {
      if (counts === null || cell === '' || isBlank(cell)) return;
      const text = unguarded(cell).trim();
      const count = counts.get(text);
      filled += 1;
      if (count !== undefined) counts.set(text, count + 1);
      else if (counts.size < CLEARLY.values && isChoiceLike(text)) counts.set(text, 1);
      else counts = null;
    },
    /** The choices in the order of the file; null where it is no column of choices. */
    options(): string[] | null {
      if (counts === null || counts.size < 2) return null;
      const values = [...counts.keys()];
      // Written in two ways, one of them would be lost.
      if (new Set(values.map(folded)).size < values.length) return null;
      if (isYesOrNo(values)) return filled >= PAIR_FILLED ? values : null;
      return filled >= Math.max(CLEARLY.filled, CLEARLY.repeats * values.length) ? values : null;
    },
  };
}
