import { readSearchQuery } from '#lib/text/search-query.ts';
import { tokenize } from '#lib/text/tokens.ts';

/** A range of a text, in UTF-16 units. */
export type TextRange = { start: number; end: number };

/** A search token; `inside`: in scripts without blanks it may match anywhere in a run. */
export type SearchToken = { token: string; inside: boolean };

type Run = TextRange & { token: string; inside: boolean; open: boolean };

/** The words of a text; in scripts without blanks, runs of adjacent characters. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const { token, start, end, run } of tokenize(text)) {
    const last = runs.at(-1);
    if (run && last?.open && last.end === start) {
      last.token += token;
      last.end = end;
      last.open = run === 'inside';
    } else runs.push({ token, start, end, inside: run !== undefined, open: run === 'inside' });
  }
  return runs;
}

/** The tokens of a query, normalized as the search compares them; phrases as single words. */
export function searchTokens(query: string): SearchToken[] {
  const terms = readSearchQuery(query).terms.filter((term) => !term.excluded);
  return terms.flatMap((term) => runsOf(term.text).map(({ token, inside }) => ({ token, inside })));
}

/** The matches of the tokens in a text, also with an ending (deposit, deposits); in order, at most `most`. */
export function findMatches(text: string, wanted: readonly SearchToken[], most: number): TextRange[] {
  const places: TextRange[] = [];
  for (const run of runsOf(text)) {
    if (places.length >= most) break;
    for (const { token, inside } of wanted) {
      const at = inside ? run.token.indexOf(token) : run.token.startsWith(token) ? 0 : -1;
      if (at < 0) continue;
      const start = run.start + at;
      places.push({ start, end: inside ? start + token.length : run.end });
      break;
    }
  }
  return places;
}
