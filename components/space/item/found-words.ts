import { readSearchQuery } from '#lib/text/search-query.ts';
import { wordsOf } from '#lib/text/words.ts';

/** A place in a text, in UTF-16 units. */
export type Place = { start: number; end: number };

/** A word that is looked for; `inside`: in scripts without blanks it may stand anywhere in a run. */
export type Wanted = { word: string; inside: boolean };

type Run = Place & { word: string; inside: boolean; open: boolean };

/** Words of a text; characters of scripts without blanks together, as they stand side by side. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const { word, start, end, run } of wordsOf(text)) {
    const last = runs.at(-1);
    if (run && last?.open && last.end === start) {
      last.word += word;
      last.end = end;
      last.open = run === 'inside';
    } else runs.push({ word, start, end, inside: run !== undefined, open: run === 'inside' });
  }
  return runs;
}

/** The words that a query wants, folded as search compares them; phrases word by word. */
export function wantedWords(query: string): Wanted[] {
  const terms = readSearchQuery(query).terms.filter((term) => !term.excluded);
  return terms.flatMap((term) => runsOf(term.text).map(({ word, inside }) => ({ word, inside })));
}

/** Where the wanted words stand in a text, also with an ending (deposit, deposits); in order, at most `most`. */
export function placesOf(text: string, wanted: readonly Wanted[], most: number): Place[] {
  const places: Place[] = [];
  for (const run of runsOf(text)) {
    if (places.length >= most) break;
    for (const { word, inside } of wanted) {
      const at = inside ? run.word.indexOf(word) : run.word.startsWith(word) ? 0 : -1;
      if (at < 0) continue;
      const start = run.start + at;
      places.push({ start, end: inside ? start + word.length : run.end });
      break;
    }
  }
  return places;
}
