import type { SearchTerm } from '#lib/text/search-query.ts';
import { tokenize } from '#lib/text/tokens.ts';
import {
  bandLexeme,
  quoteLexeme,
  TITLE_BAND,
  TOP_BAND,
  titleLexeme,
} from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';

/** A word of the query at its place in a phrase: what it may be indexed as. */
export type Step = {
  /** As typed and folded; for a script without blanks a pair of characters, or one. */
  word: string;
  place: number;
  /** Any of these lexemes. */
  lexemes: string[];
  /** Lexemes of longer words that this one may be the beginning of; what has the word itself comes first. */
  prefixes: string[];
  /**
   * A single character of a script without blanks: whatever begins with it. Beside other words it must stand in the
   * passage, wherever: what it begins has places only in part, and PostgreSQL finds no phrase in that.
   */
  prefix: boolean;
  /** Has a stem, and may be completed or corrected. */
  spelled: boolean;
};

/** One thing to find: a word, or the steps of a phrase. */
export type Slot = {
  steps: Step[];
  excluded: boolean;
  quoted: boolean;
  /** A word that nearly every text has: wanted, but not required while there are others. */
  optional: boolean;
  /** About how many items of the hub have it, and how many a word that it may begin. */
  items: number;
  prefixItems: number;
};

/** What a term is looked for by; null for one without letters or digits. */
export function createSlot(term: SearchTerm): Slot | null {
  const steps: Step[] = [];
  let place = 0;
  let before: { word: string; end: number } | null = null;
  const text = plainText(term.text);
  const words = [...tokenize(text)];
  for (const [index, { token, start, end, run }] of words.entries()) {
    const next = words[index + 1];
    if (!run)
      steps.push({ word: token, place, lexemes: [token], prefixes: [], prefix: false, spelled: true });
    else if (next?.run && next.start === end) {
      const pair = token + next.token;
      steps.push({ word: pair, place, lexemes: [pair], prefixes: [], prefix: false, spelled: false });
    } else if (before === null || before.end !== start) {
      // Where a letter or digit follows, nothing else can begin with it there.
      const prefix = next?.start !== end;
      steps.push({ word: token, place, lexemes: [token], prefixes: [], prefix, spelled: false });
    }
    before = run ? { word: token, end } : null;
    place += 1;
  }
  if (steps.length === 0) return null;
  return { steps, excluded: term.excluded, quoted: term.quoted, optional: false, items: 0, prefixItems: 0 };
}

function anyOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`;
}

function stepQuery(step: Step, begun: boolean): string {
  const lexemes = begun ? [...step.lexemes, ...step.prefixes] : step.lexemes;
  return anyOf(lexemes.map((lexeme) => quoteLexeme(lexeme) + (step.prefix ? ':*' : '')));
}

/** About how many items have the slot, or what it may be the beginning of. */
export function estimatedItems(slot: Slot): number {
  return slot.items + slot.prefixItems;
}

/** The slot in `tsquery`'s own syntax; `begun` lets its last word be unfinished. */
export function slotQuery(slot: Slot, { begun = false } = {}): string {
  let place: number | null = null;
  let text = '';
  for (const step of slot.steps) {
    const query = stepQuery(step, begun);
    const isApart = step.prefix || place === null;
    const joint = isApart ? ' & ' : ` <${step.place - (place ?? 0)}> `;
    text += text === '' ? query : joint + query;
    place = step.prefix ? null : step.place;
  }
  return slot.steps.length > 1 ? `(${text})` : text;
}

/** The slot's words without their order, which is what the rank counts. */
export function slotLexemes(slot: Slot): string {
  return anyOf(slot.steps.map((step) => stepQuery(step, false)));
}

/** What the slot's last word may be the beginning of, or null. */
export function prefixLexemes(slot: Slot): string | null {
  const begun = slot.steps.flatMap((step) => step.prefixes);
  return begun.length > 0 ? anyOf(begun.map(quoteLexeme)) : null;
}

/** The parts of a tsquery that must all hold. */
export function andQuery(parts: readonly string[]): string {
  return parts.join(' & ');
}

/** The slot in passages where it counts at least as much as `band`; of a phrase, where each of its words does. */
function slotFromBand(slot: Slot, band: number): string {
  const whole = slotQuery(slot, { begun: true });
  if (slot.steps.some((step) => step.prefix)) return whole;
  const bands = Array.from({ length: TOP_BAND - band + 1 }, (_, index) => TOP_BAND - index);
  const strong = slot.steps.map((step) =>
    anyOf([
      ...step.lexemes.flatMap((lexeme) => bands.map((one) => quoteLexeme(bandLexeme(lexeme, one)))),
      // Words that may have been begun are many: of those only a title counts as strong.
      ...step.prefixes.map((lexeme) => `${quoteLexeme(titleLexeme(lexeme))}:*`),
    ]),
  );
  return slot.steps.length > 1 ? andQuery([whole, ...strong]) : andQuery(strong);
}

/** Each step of several words costs more than one of a single word: they take larger ones. */
const STEPS = [TITLE_BAND, 6, 0];

function stepsOf(required: readonly Slot[]): number[] {
  if (required.some((slot) => prefixLexemes(slot) !== null)) return [TITLE_BAND];
  if (required.length > 1) return STEPS;
  return Array.from({ length: TOP_BAND + 1 }, (_, index) => TOP_BAND - index);
}

/**
 * Queries for a match that very many passages are: from the most promising passages down to all, so that reading can
 * end as soon as there are enough. The title with the rarer word promises more than the one with the commoner.
 */
export function bandedQueries(required: readonly Slot[], also: readonly string[]): string[] {
  const whole = required.map((slot) => slotQuery(slot, { begun: true }));
  const rarestFirst = [...required].sort((one, other) => estimatedItems(one) - estimatedItems(other));
  const all = (band: number) => andQuery([...required.map((slot) => slotFromBand(slot, band)), ...also]);
  const titled = (slot: Slot) =>
    andQuery([
      ...required.map((other, at) => (other === slot ? slotFromBand(slot, TITLE_BAND) : (whole[at] ?? ''))),
      ...also,
    ]);
  const queries: string[] = [];
  for (const band of stepsOf(required)) {
    queries.push(all(band));
    if (band === TITLE_BAND && required.length > 1) queries.push(...rarestFirst.map(titled));
  }
  queries.push(andQuery([...whole, ...also]));
  return queries;
}
