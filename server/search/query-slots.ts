import { codeTokens } from '#lib/text/joined-tokens.ts';
import type { SearchTerm } from '#lib/text/search-query.ts';
import { createSlot, type Slot } from './slots.ts';

/** The slots of a query's terms; a code that is typed with blanks is one of them. */
export function createSlots(terms: readonly SearchTerm[]): { wanted: Slot[]; excluded: Slot[] } {
  const slots = joinCodes(terms)
    .map(createSlot)
    .filter((slot) => slot !== null);
  return {
    wanted: slots.filter(({ excluded }) => !excluded),
    excluded: slots.filter(({ excluded }) => excluded),
  };
}

const isPlain = (term: SearchTerm): boolean => !term.quoted && !term.excluded;

/** The terms, with those together that are the groups of one code: `+49 170 1234567`. */
export function joinCodes(terms: readonly SearchTerm[]): SearchTerm[] {
  const joined: SearchTerm[] = [];
  for (let at = 0; at < terms.length; ) {
    const length = codeLength(terms.slice(at));
    const [first] = terms.slice(at);
    if (!first) break;
    const group = terms.slice(at, at + length);
    joined.push(length > 1 ? { ...first, text: group.map(({ text }) => text).join(' ') } : first);
    at += length;
  }
  return joined;
}

/** Of a number, and of one that begins with a country or ends with the check digit of an ISBN: `DE89`, `X`. */
const CODE_GROUP = /^(?:\+?\d+|[A-Za-z]{2}\d{2})$/;
const NEXT_GROUP = /^(?:\d+|[Xx])$/;
const GROUPS_MAX = 8;

/**
 * The groups of a number without their blanks: too few for the pattern of a code, they may begin one that a text has in
 * one piece (`+49 151`). Null where the terms are something else.
 */
export function withoutBlanks(terms: readonly SearchTerm[]): SearchTerm | null {
  const [first, ...next] = terms;
  if (!first || next.length === 0 || next.length >= GROUPS_MAX || !terms.every(isPlain)) return null;
  if (!CODE_GROUP.test(first.text) || !next.every(({ text }) => NEXT_GROUP.test(text))) return null;
  return { ...first, text: terms.map(({ text }) => text).join('') };
}

/** How many of the terms, from the first one on, are groups of one code; 1 where that is no code. */
function codeLength(terms: readonly SearchTerm[]): number {
  const last = terms.findIndex((term) => !isPlain(term));
  const plain = (last < 0 ? terms : terms.slice(0, last)).map(({ text }) => text);
  const text = plain.join(' ');
  const code = codeTokens(text).find(({ start }) => start === text.search(/[A-Za-z0-9]/));
  if (!code) return 1;
  let until = -1;
  const count = plain.findIndex((part) => {
    until += part.length + 1;
    return until >= code.end;
  });
  // A code that ends within a term is none.
  return count > 0 && until === code.end ? count + 1 : 1;
}
