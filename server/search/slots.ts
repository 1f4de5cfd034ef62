import { codeTokens, signedTokens } from '#lib/text/joined-tokens.ts';
import type { SearchTerm } from '#lib/text/search-query.ts';
import { type Token, tokenize } from '#lib/text/tokens.ts';
import {
  bandLexeme,
  quoteLexeme,
  TITLE_BAND,
  TOP_BAND,
  titleLexeme,
} from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';

/** A word of the query at its position in a phrase: its possible lexemes. */
export type Step = {
  /** As typed and folded; for a script without blanks a pair of characters, or one. */
  word: string;
  /** As typed, with its accents. */
  written: string;
  place: number;
  /** Any of these lexemes. */
  lexemes: string[];
  /** The one that the word has in a text of each of the hub's languages. */
  byLanguage: Map<string, string>;
  /** Lexemes of longer words that this one may be a prefix of; the word itself ranks first. */
  prefixes: string[];
  /**
   * It matches every word that begins with it: a single character of a script without spaces, or a code,
   * which nobody types to its end.
   */
  prefix: boolean;
  /** It is found by the words that it may have been meant as. */
  corrected: boolean;
  /** The words that it was most likely meant as: as typed and folded, or others. */
  meant: string[];
  /** Has a stem, and may be completed or corrected. */
  spelled: boolean;
};

/** One element to find: a word, or the steps of a phrase. */
export type Slot = {
  steps: Step[];
  /** The folded text of a term of a script without blanks, whose steps are pairs of its characters; else empty. */
  run: string;
  excluded: boolean;
  quoted: boolean;
  /** A word that nearly every text has: wanted, but not required while there are other words. */
  optional: boolean;
  /** About how many items of the hub have it, and how many a word with this prefix. */
  items: number;
  prefixItems: number;
};

/** What is found by so many words needs no more of them, and each costs time. */
const STEPS_MAX = 24;
/** Shorter ones are no codes: `2024`, `A4`. */
const CODE_MIN = 5;

function createStep(word: string, place: number, properties: Partial<Step> = {}): Step {
  return {
    word,
    written: word,
    place,
    lexemes: [word],
    byLanguage: new Map(),
    prefixes: [],
    prefix: false,
    corrected: false,
    meant: [word],
    spelled: false,
    ...properties,
  };
}

/** The slot of a term; null for one without letters or digits. */
export function createSlot(term: SearchTerm): Slot | null {
  const text = plainText(term.text);
  const tokens = [...tokenize(text)];
  const joined = joinedStep(text, tokens);
  const steps = joined ? [joined] : stepsOfTokens(tokens.slice(0, STEPS_MAX));
  if (steps.length === 0) return null;
  const { excluded, quoted } = term;
  return { steps, run: runOf(tokens), excluded, quoted, optional: false, items: 0, prefixItems: 0 };
}

function runOf(tokens: readonly Token[]): string {
  const isRun = tokens.every(({ run, start }, at) => run && start === (tokens[at - 1]?.end ?? start));
  return isRun ? tokens.map(({ token }) => token).join('') : '';
}

/** The step of a term that is a code written in groups, or a name with a sign, as a whole. */
function joinedStep(text: string, tokens: readonly Token[]): Step | null {
  const start = tokens[0]?.start;
  const until = tokens.at(-1)?.end ?? 0;
  const one = [...codeTokens(text), ...signedTokens(text)].find(
    (joined) => joined.start === start && joined.end >= until,
  );
  return one
    ? createStep(one.token, 0, { prefix: /^\w/.test(one.token) && one.token.length >= CODE_MIN })
    : null;
}

function stepsOfTokens(tokens: readonly Token[]): Step[] {
  const steps: Step[] = [];
  let before: Token | null = null;
  for (const [place, one] of tokens.entries()) {
    const { token, written, start, end, run } = one;
    const next = tokens[place + 1];
    if (!run) {
      const prefix = tokens.length === 1 && token.length >= CODE_MIN && /\d/.test(token);
      steps.push(createStep(token, place, { written, spelled: true, prefix }));
    } else if (next?.run && next.start === end) steps.push(createStep(token + next.token, place));
    else if (!before?.run || before.end !== start) {
      // Where a letter or digit follows, it can be no prefix of another word there.
      steps.push(createStep(token, place, { prefix: next?.start !== end }));
    }
    before = one;
  }
  return steps;
}

function anyOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`;
}

/** Where in a passage a lexeme stands: its text with headings, or its title; `tsvector`'s classes. */
export type Part = 'BD' | 'A';

function stepQuery(step: Step, begun: boolean, part: Part | '' = ''): string {
  const lexemes = begun ? [...step.lexemes, ...step.prefixes] : step.lexemes;
  const suffix = (step.prefix ? '*' : '') + part;
  return anyOf(lexemes.map((lexeme) => quoteLexeme(lexeme) + (suffix && `:${suffix}`)));
}

/** About how many items match the slot, including words that it may be a prefix of. */
export function estimatedItems(slot: Slot): number {
  return slot.items + slot.prefixItems;
}

/** The slot in `tsquery`'s own syntax; with `begun` its last word matches as a prefix. */
export function slotQuery(slot: Slot, { begun = false } = {}): string {
  let place = 0;
  let text = '';
  for (const step of slot.steps) {
    const query = stepQuery(step, begun);
    text += text === '' ? query : ` <${step.place - place}> ${query}`;
    place = step.place;
  }
  return slot.steps.length > 1 ? `(${text})` : text;
}

/** The slot's words without their order, as the rank uses them: anywhere, or in a part of the passage. */
export function slotLexemes(slot: Slot, part: Part | '' = ''): string {
  return anyOf(slot.steps.map((step) => stepQuery(step, false, part)));
}

/** The words that the slot's last word may be a prefix of, or null. */
export function prefixLexemes(slot: Slot, part: Part | '' = ''): string | null {
  const begun = slot.steps.flatMap((step) => step.prefixes);
  return begun.length > 0 ? anyOf(begun.map((lexeme) => quoteLexeme(lexeme) + (part && `:${part}`))) : null;
}

/** A slot, and the number of the one that it is a part of. */
export type SlotPart = { slot: Slot; of: number };

/**
 * The slots by which a text that has only some of the words is found: those of a text without blanks, which is
 * a phrase of pairs of characters, by its pairs; with the marks as typed, or any of a pair's second character.
 */
export function partialSlots(wanted: readonly Slot[], marks: 'any' | 'typed' = 'typed'): SlotPart[] {
  return wanted.flatMap((slot, of) => {
    const isRun = slot.steps.length > 1 && slot.steps.some((step) => !step.spelled);
    if (!isRun || slot.quoted) return [{ slot, of }];
    // A single character beside other words says too little by itself, whatever marks it has.
    const steps = slot.steps.filter(({ spelled, word }) => spelled || isPair(word));
    return steps.length === 0
      ? [{ slot, of }]
      : steps.map((step) => ({
          slot: { ...slot, steps: [marks === 'any' ? withAnyMarks(step) : step] },
          of,
        }));
  });
}

const WITH_MARKS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const MARKS = /\p{M}/gu;

/** Whether it has two characters that are no marks: as a prefix, one would match most texts in its script. */
const isPair = (word: string): boolean => [...word.replace(MARKS, '')].length > 1;

/** Vowel signs and tone marks are what is most easily wrong: of the second character of a pair any will do. */
function withAnyMarks(step: Step): Step {
  if (step.spelled || !WITH_MARKS.test(step.word) || !isPair(step.word)) return step;
  const word = step.word.replace(/(\p{Mn})\1+/gu, '$1').replace(/\p{Mn}+$/u, '');
  return { ...step, word, lexemes: [word], prefix: true };
}

/** The parts of a tsquery that must all match. */
export function andQuery(parts: readonly string[]): string {
  return parts.join(' & ');
}

/** The slot in passages where its weight is at least `band`; of a phrase, that of each of its words. */
function slotFromBand(slot: Slot, band: number): string {
  return slotInBands(
    slot,
    Array.from({ length: TOP_BAND - band + 1 }, (_, index) => TOP_BAND - index),
  );
}

/** The slot in passages where its weight is one of `bands`. */
function slotInBands(slot: Slot, bands: readonly number[]): string {
  const whole = slotQuery(slot, { begun: true });
  if (slot.steps.some((step) => step.prefix)) return whole;
  const strong = slot.steps.map((step) =>
    anyOf([
      ...step.lexemes.flatMap((lexeme) => bands.map((one) => quoteLexeme(bandLexeme(lexeme, one)))),
      // A prefix has many words: of those only a title counts as strong.
      ...step.prefixes.map((lexeme) => `${quoteLexeme(titleLexeme(lexeme))}:*`),
    ]),
  );
  return slot.steps.length > 1 ? andQuery([whole, ...strong]) : andQuery(strong);
}

/** Each step of several words, or of a phrase, costs more than one of a single word: they use larger ones. */
const STEPS = [TITLE_BAND, 6, 0];

function stepsOf(required: readonly Slot[]): number[] {
  if (required.some((slot) => prefixLexemes(slot) !== null)) return [TITLE_BAND];
  return STEPS;
}

/**
 * Queries for a match that very many passages have: from the most promising passages down to all, so that
 * reading can stop as soon as there are enough. The title with the rarer word is more promising than the one
 * with the commoner.
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
  const [only] = required;
  if (only && required.length === 1 && only.steps.length === 1 && prefixLexemes(only) === null) {
    // A passage is in one band of a word: none is read twice.
    const bands = Array.from({ length: TOP_BAND + 1 }, (_, index) => TOP_BAND - index);
    return [
      ...bands.map((band) => andQuery([slotInBands(only, [band]), ...also])),
      andQuery([...whole, ...also]),
    ];
  }
  for (const band of stepsOf(required)) {
    queries.push(all(band));
    if (band === TITLE_BAND && required.length > 1) queries.push(...rarestFirst.map(titled));
  }
  queries.push(andQuery([...whole, ...also]));
  return queries;
}
