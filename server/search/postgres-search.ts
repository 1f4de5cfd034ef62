import type { Database } from '#server/platform/database/database.ts';
import {
  expectedMatches,
  latestItems,
  requiredSlots,
  type SearchCandidate,
  slotsWithMatches,
  spreadMatches,
  strictMatches,
} from './candidates.ts';
import { readHits } from './hits.ts';
import { createSlots } from './query-slots.ts';
import { isCorrectable, resolveSlots, similarTokens } from './query-tokens.ts';
import { type ReadableSpaces, readableSpaces } from './readable-spaces.ts';
import type { EngineRequest, EngineResult, SearchEngine } from './search-engine.ts';
import type { Slot, Step } from './slots.ts';

/**
 * The most words that are corrected in one query: the longest, which are the most specific and the easiest to
 * recognize.
 */
const CORRECTED = 6;

const NOTHING: EngineResult = { itemIds: [], scores: [], hits: async () => [], corrected: null };

type Slots = { wanted: Slot[]; excluded: Slot[]; passages: number };

/** Search by PostgreSQL alone: full text, ranks and rights in one query. */
export function postgresSearch(database: Database): SearchEngine {
  return { search: (request) => search(database, request) };
}

async function search(database: Database, request: EngineRequest): Promise<EngineResult> {
  const { wanted, excluded } = createSlots(request.terms);
  // The last word may be a prefix.
  const all = [...excluded, ...wanted];
  const needed = request.offset + request.limit;
  if (wanted.length === 0) {
    const latest = await latestItems(database, request, excluded, needed);
    return buildResult(database, request, latest, all, null);
  }
  const [passages, readable] = await Promise.all([
    resolveSlots(database, request.reader.hubId, all),
    readableSpaces(database, request),
  ]);
  if (readable.spaceIds.length === 0) return NOTHING;
  const slots = { wanted, excluded, passages };
  const found = await matches(database, request, readable, slots, needed);
  if (found.length > 0) return buildResult(database, request, found, all, null);
  const corrected = await correct(database, request, readable, slots);
  if (corrected) {
    const again = await matches(database, request, readable, slots, needed);
    if (again.length > 0) return buildResult(database, request, again, all, corrected);
  }
  if (requiredSlots(wanted).length < 2) return NOTHING;
  const some = await spreadMatches(database, request, readable, slots, 1, needed);
  return buildResult(database, request, some, all, corrected);
}

/** All words in one passage; then, if there are too few results, spread over the passages of an item. */
async function matches(
  database: Database,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: Slots,
  needed: number,
): Promise<SearchCandidate[]> {
  const found = new Map<string, SearchCandidate>();
  const add = (rows: readonly SearchCandidate[]) => {
    for (const row of rows) if (!found.has(row.item_id)) found.set(row.item_id, row);
  };
  const required = requiredSlots(slots.wanted);
  const spread = () => spreadMatches(database, request, readable, slots, required.length, needed);
  // Where few passages are likely to have all words, both are queried together.
  const seen = readable.hubShare > 0 ? readable.share / readable.hubShare : 1;
  const isSeldom = required.length > 1 && expectedMatches(required, slots.passages) * seen < needed;
  const [together, apart] = await Promise.all([
    strictMatches(database, request, readable, slots, needed),
    isSeldom ? spread() : null,
  ]);
  add(together);
  if (found.size < needed && required.length > 1) add(apart ?? (await spread()));
  return [...found.values()].slice(0, needed);
}

/**
 * The words of slots that may be corrected: of more than a few the longest, of the same length in the order
 * typed.
 */
function correctableSteps(slots: readonly Slot[]): Step[] {
  const steps = slots.flatMap((slot) => slot.steps.filter(isCorrectable));
  const longestFirst = [...new Set(steps.map((step) => step.word))].sort((a, b) => lengthOf(b) - lengthOf(a));
  const chosen = new Set(longestFirst.slice(0, CORRECTED));
  return steps.filter((step) => chosen.has(step.word));
}

const lengthOf = (word: string): number => [...word].length;

/**
 * Adds similarly spelled words of the hub to those slots of which the reader can see no match at all. Words
 * beyond the limit stay as typed and are not required any more.
 * @returns the interpreted query, or null when there is nothing to correct.
 */
async function correct(
  database: Database,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: Slots,
): Promise<string | null> {
  const { excluded } = slots;
  const written = slots.wanted.filter((slot) => !slot.quoted);
  const seen = await slotsWithMatches(database, request, readable, written, excluded);
  const unseen = written.filter((slot) => !seen.has(slot));
  const steps = correctableSteps(unseen);
  if (steps.length === 0) return null;
  const corrections = new Map<string, string>();
  const tries = (await similarTokens(database, request.reader.hubId, steps)).flatMap((alike) => {
    const slot = unseen.find((one) => one.steps.includes(alike.step));
    if (!slot) return [];
    const step = { ...alike.step, lexemes: alike.lexemes };
    return { alike, slot: { ...slot, steps: slot.steps.map((one) => (one === alike.step ? step : one)) } };
  });
  // Each is tried separately, so that a shown correction is a word that the reader can really find.
  const found = await slotsWithMatches(
    database,
    request,
    readable,
    tries.map(({ slot }) => slot),
    excluded,
  );
  for (const { alike, slot } of tries) {
    if (!found.has(slot)) continue;
    alike.step.lexemes = [...alike.step.lexemes, ...alike.lexemes];
    if (!corrections.has(alike.step.word)) corrections.set(alike.step.word, alike.word);
  }
  if (corrections.size === 0) return null;
  for (const slot of unseen) {
    const correctable = slot.steps.filter(isCorrectable);
    if (correctable.length > 0 && !correctable.some((step) => steps.includes(step))) slot.optional = true;
  }
  return slots.wanted
    .map((slot) => slot.steps.map((step) => corrections.get(step.word) ?? step.word).join(' '))
    .join(' ');
}

function buildResult(
  database: Database,
  request: EngineRequest,
  found: readonly SearchCandidate[],
  slots: readonly Slot[],
  corrected: string | null,
): EngineResult {
  const page = found.slice(request.offset, request.offset + request.limit);
  const wanted = slots.filter((slot) => !slot.excluded);
  return {
    itemIds: page.map((one) => one.item_id),
    scores: page.map((one) => one.score),
    hits: () => readHits(database, page, wanted),
    corrected: page.length > 0 ? corrected : null,
  };
}
