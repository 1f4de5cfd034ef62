import { sql } from 'kysely';
import { foldToken, isAscii, MAX_TOKEN_LENGTH, type Token, tokenize } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import type { SearchCandidate } from './candidates.ts';
import { typosInText } from './near-text.ts';
import type { Slot } from './slots.ts';
import { distance, mostTypos } from './typo.ts';

/** So many of the best are looked at. */
export const COMPARED_MAX = 50;
/** In longer queries one word's ending says little. */
const COMPARED_SLOTS_MAX = 4;
/** The bonus where all words are there as typed; the score of an item is 1 at most without it. */
const WRITTEN = 0.3;
/** The same for a single word: nothing else tells which of its forms was meant. */
const WRITTEN_ALONE = 0.5;
/** The share of it for a word that differs in its accents only: for one typed without any, which many leave out, and with some. */
const FOLDED = { plain: 0.6, accented: 0.2 };

export type Match = SearchCandidate & { strict: boolean };

/** What is left of it for each typing error in a text without blanks. */
const RUN_TYPO = 0.2;

/**
 * A typed word, folded and with its accents; where it was corrected, the folded words that it may have been meant
 * as in place of it; or a text without blanks.
 */
type TypedForm =
  | { folded: string; written: string }
  | { meant: readonly string[]; written: string }
  | { run: string };

/** What has all words stays before what has some, and whole words before longer ones. */
const groupOf = (one: Match) => Number(one.strict) * 4 + Number(one.exact ?? true) * 2;

/**
 * Prefers items with the words as they were typed to those with other words of the same stem, which is all
 * that the index knows. Of the best ones only, by the text of their best passage.
 * @param needed how many of the first are shown: what can't be among them is not read
 */
export async function preferWrittenForms<T extends Match>(
  database: Database,
  found: readonly T[],
  slots: readonly Slot[],
  needed: number,
): Promise<T[]> {
  const typed = slots.flatMap(typedForm);
  if (found.length < 2 || typed.length === 0 || slots.length > COMPARED_SLOTS_MAX) return [...found];
  const compared = found.slice(0, COMPARED_MAX);
  const most = slots.length === 1 ? WRITTEN_ALONE : WRITTEN;
  const meant = slots.length === 1 ? (slots[0]?.steps[0]?.meant ?? []) : [];
  const read = meant.length > 1 ? compared : reachable(compared, needed, most);
  const { rows } = await sql<{ id: number; title: string; heading: string; body: string }>`
    select p.id, i.title, p.heading, p.body
    from unnest(${read.map((one) => one.passage_id)}::bigint[]) as one (id)
      join passage p on p.id = one.id join item i on i.id = p.item_id`.execute(database);
  const texts = new Map(rows.map(({ id, title, heading, body }) => [id, [plainText(title), heading, body]]));
  const scored = compared.map((one) => {
    const share = writtenShare(texts.get(one.passage_id) ?? [], typed);
    return { ...one, score: one.score + (most * share) / slots.length };
  });
  scored.sort((one, other) => groupOf(other) - groupOf(one) || other.score - one.score);
  const ordered = [...scored, ...found.slice(COMPARED_MAX)];
  if (meant.length < 2) return ordered;
  // A word with a wrong letter may be any of several: none of them must be hidden by another that more texts have.
  return firstOfEach(ordered, ({ passage_id }) => {
    const { folded } = tokensOf(texts.get(passage_id) ?? []);
    return meant.find((word) => folded.has(word));
  });
}

function typedForm({ run, steps: [step, ...others] }: Slot): TypedForm[] {
  if (run) return others.length > 0 ? [{ run }] : [];
  if (!step?.spelled || others.length > 0 || step.prefix) return [];
  const { word: folded, written, meant, corrected } = step;
  return [corrected ? { meant, written } : { folded, written }];
}

/** Brings the best of each kind to the front; what is of no kind stays. */
function firstOfEach<T>(ordered: readonly T[], kindOf: (one: T) => string | undefined): T[] {
  const seen = new Set<string>();
  const first = ordered.filter((one) => {
    const kind = kindOf(one);
    if (kind === undefined || seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
  return [...first, ...ordered.filter((one) => !first.includes(one))];
}

/** Those that the whole bonus may bring among the first `needed`. */
function reachable<T extends Match>(compared: readonly T[], needed: number, bonus: number): T[] {
  return compared.filter((one) => {
    const before = compared.filter(
      (other) =>
        groupOf(other) > groupOf(one) || (groupOf(other) === groupOf(one) && other.score > one.score + bonus),
    );
    return before.length < needed;
  });
}

/** How many of the words a text has: 1 for each that is there as typed, less for one with other accents. */
export function writtenShare(parts: readonly string[], typed: readonly TypedForm[]): number {
  const lower = parts.map((part) => part.toLowerCase());
  const isPlain = parts.every(isAscii);
  let tokens: ReturnType<typeof tokensOf> | null = null;
  let share = 0;
  for (const form of typed) {
    if ('run' in form) {
      share += Math.max(0, ...parts.map((part) => runShare(part, form.run)));
      continue;
    }
    if ('meant' in form) {
      tokens ??= tokensOf(parts);
      share += meantShare(tokens.all, form);
      continue;
    }
    const { folded, written } = form;
    const ofOther = folded === written ? FOLDED.plain : FOLDED.accented;
    if (lower.some((part) => hasToken(part, written))) share += 1;
    else if (isPlain && folded.length < MAX_TOKEN_LENGTH) {
      if (folded !== written && lower.some((part) => hasToken(part, folded))) share += ofOther;
    } else {
      tokens ??= tokensOf(parts);
      share += tokens.written.has(written) ? 1 : tokens.folded.has(folded) ? ofOther : 0;
    }
  }
  return share;
}

const LETTER = /[\p{L}\p{N}\p{M}\u00ad\u2060\ufeff]/u;
const isLetterAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return false;
  // Half of a character beyond the first plane: its word is compared by its tokens.
  return (code >= 0xd800 && code <= 0xdfff) || LETTER.test(text.charAt(at));
};

/** Whether a text in lower case has a word between two characters that are no letters: without taking it apart. */
function hasToken(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetterAt(text, at - 1) && !isLetterAt(text, at + word.length)) return true;
  }
  return false;
}

function tokensOf(parts: readonly string[]) {
  const all = parts.flatMap(tokenize);
  return {
    all,
    folded: new Set(all.map(({ token }) => token)),
    written: new Set(all.map((one) => one.written)),
  };
}

function runShare(part: string, run: string): number {
  const typos = typosInText(foldToken(part), run);
  return typos > mostTypos(run) ? 0 : 1 - RUN_TYPO * typos;
}

/** 1 where a text has one of the words without other accents than typed, else less; 0 where it has none. */
function meantShare(
  tokens: readonly Token[],
  { meant, written }: { meant: readonly string[]; written: string },
): number {
  const folded = foldToken(written);
  const ofOther = folded === written ? FOLDED.plain : FOLDED.accented;
  let share = 0;
  for (const one of tokens) {
    if (share === 1) break;
    if (!meant.includes(one.token)) continue;
    const isAsTyped = distance(written, one.written) <= distance(folded, one.token);
    share = Math.max(share, isAsTyped ? 1 : ofOther);
  }
  return share;
}
