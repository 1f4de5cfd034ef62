import { UPLOAD_KINDS } from './upload-types.ts';

/** A search term: a word, or a phrase of adjacent words. */
export type SearchTerm = { text: string; quoted: boolean; excluded: boolean };

/** A parsed search query; every text is a valid query. */
export type ParsedSearchQuery = {
  terms: SearchTerm[];
  /** `kind:` */
  kinds: string[];
  /** `in:`, a space's slug. */
  space: string | null;
  /** `by:`, a name, an address, or `me`. */
  author: string | null;
  /** `after:`, the start of the range (inclusive), RFC 3339. */
  from: string | null;
  /** `before:`, the end of the range (exclusive). */
  until: string | null;
};

/** Further terms are ignored: nobody types them, and each costs time. */
const MAX_TERMS = 20;
/** Longer queries are truncated, in UTF-16 units. */
export const MAX_QUERY = 500;

const KINDS: ReadonlySet<string> = new Set([...UPLOAD_KINDS, 'folder', 'form', 'post', 'comment']);
const PART = /(-?)(?:(kind|in|by|before|after):)?(?:"([^"]*)(?:"|$)|(\S+))/giu;
const DATE = /^((?!0000)\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/;

/** The first moment of a year, a month or a day, or null for an invalid date. */
function startOf(text: string): string | null {
  const found = DATE.exec(text);
  if (!found) return null;
  const day = `${found[1]}-${found[2] ?? '01'}-${found[3] ?? '01'}`;
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day) ? null : date.toISOString();
}

/**
 * Parses a query: words (all are required), `"a phrase"`, `-without`, `kind:`, `in:`, `by:`, `before:` and
 * `after:` (a year, month or day). Invalid filters count as words; nothing is an error.
 */
export function readSearchQuery(text: string): ParsedSearchQuery {
  const query: ParsedSearchQuery = {
    terms: [],
    kinds: [],
    space: null,
    author: null,
    from: null,
    until: null,
  };
  const plain = text
    .slice(0, MAX_QUERY)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[“”„‟«»＂]/gu, '"');
  for (const [whole, minus, operator, phrase, word] of plain.matchAll(PART)) {
    const value = (phrase ?? word ?? '').trim();
    if (operator && !minus && readFilter(query, operator.toLowerCase(), value)) continue;
    if (query.terms.length >= MAX_TERMS) continue;
    const taken = operator ? whole.slice(minus?.length ?? 0) : value;
    if (/[\p{L}\p{N}]/u.test(taken)) {
      query.terms.push({ text: taken, quoted: phrase !== undefined, excluded: minus === '-' });
    }
  }
  return query;
}

function readFilter(query: ParsedSearchQuery, operator: string, value: string): boolean {
  if (!value) return false;
  if (operator === 'kind') {
    if (!KINDS.has(value.toLowerCase())) return false;
    query.kinds.push(value.toLowerCase());
    return true;
  }
  if (operator === 'in') query.space = value;
  if (operator === 'by') query.author = value;
  if (operator === 'before' || operator === 'after') {
    const moment = startOf(value);
    if (!moment) return false;
    if (operator === 'before') query.until = moment;
    else query.from = moment;
  }
  return true;
}
