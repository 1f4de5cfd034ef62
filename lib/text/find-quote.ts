/** A text that somebody marked, and what stood around it. */
export type TextQuote = { quote: string; prefix?: string | undefined; suffix?: string | undefined };

/** Where a quote is found: from `start` to `end` (exclusive), in UTF-16 units. */
export type FoundQuote = { start: number; end: number; isExact: boolean };

/** Characters around a quote that are stored with it. */
export const QUOTE_CONTEXT = 32;
/** Places that are compared where a quote occurs, or almost occurs, very often. */
const PLACES_MAX = 200;
/** Characters of a piece by which an edited quote is looked for. */
const PIECE = 12;
/** Of a short quote: a third of it, but no fewer. */
const PIECE_MIN = 6;
/** An edited text is the same one if at least this part of its pairs of characters is. */
const ALIKE = 0.5;

/** The quote of a part of a text, with what stands around it. */
export function quoteAt(text: string, start: number, end: number): TextQuote {
  return {
    quote: text.slice(start, end),
    prefix: text.slice(Math.max(0, start - QUOTE_CONTEXT), start).toWellFormed(),
    suffix: text.slice(end, end + QUOTE_CONTEXT).toWellFormed(),
  };
}

/**
 * Finds a quote in a text that may have been edited since: where it occurs literally, the occurrence with the most alike
 * surroundings; else what now stands between its surroundings, or what is most alike; null where its text was deleted.
 */
export function findQuote(text: string, wanted: TextQuote): FoundQuote | null {
  if (wanted.quote === '') return null;
  const exact = occurrences(text, wanted.quote).map((start) => ({
    start,
    end: start + wanted.quote.length,
    isExact: true,
  }));
  if (exact.length > 0) return best(exact, (place) => contextLikeness(text, place, wanted));
  const edited = [...betweenContexts(text, wanted), ...alikePlaces(text, wanted.quote)]
    .filter(({ start, end }) => end > start)
    .map((place) => ({ place, likeness: likeness(text.slice(place.start, place.end), wanted.quote) }))
    .filter((one) => one.likeness >= ALIKE);
  return best(edited, (one) => one.likeness)?.place ?? null;
}

function best<Place>(places: readonly Place[], scoreOf: (place: Place) => number): Place | null {
  let found: { place: Place; score: number } | null = null;
  for (const place of places) {
    const score = scoreOf(place);
    if (!found || score > found.score) found = { place, score };
  }
  return found?.place ?? null;
}

function occurrences(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && found.length < PLACES_MAX; at = text.indexOf(part, at + 1))
    found.push(at);
  return found;
}

function contextLikeness(
  text: string,
  { start, end }: { start: number; end: number },
  { prefix = '', suffix = '' }: TextQuote,
): number {
  const before = text.slice(Math.max(0, start - prefix.length), start);
  const after = text.slice(end, end + suffix.length);
  return sharedEnd(before, prefix) + sharedStart(after, suffix);
}

function sharedStart(one: string, other: string): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

const reversed = (text: string) => [...text].reverse().join('');
const sharedEnd = (one: string, other: string) => sharedStart(reversed(one), reversed(other));

/** What stands between the quote's surroundings, where these are unchanged and not far apart. */
function betweenContexts(text: string, { quote, prefix = '', suffix = '' }: TextQuote): FoundQuote[] {
  if (prefix.length < PIECE / 2 || suffix.length < PIECE / 2) return [];
  return occurrences(text, prefix).flatMap((at) => {
    const start = at + prefix.length;
    const suffixAt = text.indexOf(suffix, start);
    return suffixAt >= 0 && suffixAt - start <= quote.length * 2 + PIECE
      ? [{ start, end: suffixAt, isExact: false }]
      : [];
  });
}

/** Places of the quote's length around pieces of it that are still there. */
function alikePlaces(text: string, quote: string): FoundQuote[] {
  const places: FoundQuote[] = [];
  const piece = Math.max(PIECE_MIN, Math.min(PIECE, Math.floor(quote.length / 3)));
  const step = Math.max(piece, Math.floor(quote.length / 16));
  const last = quote.length - piece;
  for (let from = 0; from <= last; from = from < last ? Math.min(last, from + step) : last + 1) {
    for (const at of occurrences(text, quote.slice(from, from + piece))) {
      const start = Math.max(0, at - from);
      places.push({ start, end: Math.min(text.length, start + quote.length), isExact: false });
      if (places.length >= PLACES_MAX) return places;
    }
  }
  return places;
}

/** How alike two texts are, from 0 to 1: the share of their pairs of characters that both have (Dice). */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  if (one.length < 2 || other.length < 2) return 0;
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < one.length; at += 1) {
    const pair = one.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 0; at + 1 < other.length; at += 1) {
    const pair = other.slice(at, at + 2);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    shared += 1;
  }
  return (2 * shared) / (one.length + other.length - 2);
}
