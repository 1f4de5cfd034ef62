import type { Database } from '#server/platform/database/database.ts';
import {
  expectedMatches,
  latestItems,
  requiredSlots,
  type SearchCandidate,
  strictMatches,
} from './candidates.ts';
import { correct, isUnknown, type Slots } from './correction.ts';
import { isLongQuery, RERANKED, rankByFeedback } from './feedback.ts';
import { readHits } from './hits.ts';
import { partialMatches } from './partial-matches.ts';
import { createSlots, withoutBlanks } from './query-slots.ts';
import { resolveSlots } from './query-tokens.ts';
import { type ReadableSpaces, readableSpaces } from './readable-spaces.ts';
import type { EngineRequest, EngineResult, SearchEngine } from './search-engine.ts';
import { partialSlots, type Slot } from './slots.ts';
import { suggestQuery } from './suggestion.ts';
import { COMPARED_MAX, type Match, preferWrittenForms } from './written-forms.ts';

/** So many with all words in one passage are enough for a first page: partial matches are left to the next ones. */
const FIRST_PAGE = 10;

/** Fewer results may be those of a typing error that is a word too. */
const SUGGESTED_BELOW = 3;

const NOTHING: EngineResult = {
  itemIds: [],
  scores: [],
  hits: async () => [],
  isTyped: false,
  corrected: null,
  suggestion: null,
};

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
    return buildResult(database, request, latest, all, { isTyped: true, corrected: null });
  }
  const [passages, readable] = await Promise.all([
    resolveSlots(database, request.reader.hubId, all),
    readableSpaces(database, request),
  ]);
  if (readable.spaceIds.length === 0) return NOTHING;
  const slots = { wanted, excluded, passages };
  const found = await matches(database, request, readable, slots, needed);
  // What is shown beside the results has the typed words.
  const isShown = (request.shownRows ?? []).length > 0;
  const isFound = isShown || found.some(({ strict }) => strict);
  const code = isFound ? null : withoutBlanks(request.terms);
  if (code) {
    const joined = await search(database, { ...request, terms: [code] });
    if (joined.isTyped) return joined;
  }
  // What is found by the stem of an unknown word may be another word than was meant.
  const doubtful = isFound ? wanted.filter(isUnknown) : null;
  const corrected =
    doubtful?.length === 0 ? null : await correct(database, request, readable, slots, doubtful);
  if (!corrected) {
    const result = buildResult(database, request, found, all, { isTyped: isFound, corrected: null });
    const isDoubtful = !isShown && (found.length < SUGGESTED_BELOW || !isFound);
    if (request.offset > 0 || !isDoubtful) return result;
    return { ...result, suggestion: await suggestQuery(database, request, readable, slots) };
  }
  const again = await matches(database, request, readable, slots, needed);
  return buildResult(database, request, again, all, { isTyped: isFound, corrected: corrected.query });
}

/**
 * Items with all words in one passage; then, where those don't fill the page, others with all or some of the
 * words anywhere.
 */
async function matches(
  database: Database,
  request: EngineRequest,
  readable: ReadableSpaces,
  slots: Slots,
  limit: number,
): Promise<Match[]> {
  const required = requiredSlots(slots.wanted);
  // As many as are ranked by what is written in them, whichever page is shown.
  const isLong = isLongQuery(slots.wanted);
  const most = Math.max(limit, isLong ? RERANKED : COMPARED_MAX);
  const partial = () => partialMatches(database, request, readable, slots, most);
  const hasParts = partialSlots(required).length > 1;
  // Those of a long query are all ranked together.
  const needed = isLong ? most : Math.max(limit, FIRST_PAGE);
  // Where few passages are likely to have all words, both are queried together.
  const seen = readable.hubShare > 0 ? readable.share / readable.hubShare : 1;
  const isSeldom = hasParts && expectedMatches(required, slots.passages) * seen < needed;
  const [together, apart] = await Promise.all([
    strictMatches(database, request, readable, slots, most),
    isSeldom ? partial() : null,
  ]);
  const found = new Map(together.map((row): [string, Match] => [row.item_id, { ...row, strict: true }]));
  if (hasParts && together.length < needed) {
    // The order is the same for each page: a first page that is full has none with all words here and there.
    const joinsStrict = together.length < FIRST_PAGE;
    for (const row of apart ?? (await partial())) {
      const strict = joinsStrict && row.matched === 2;
      if (!found.has(row.item_id)) found.set(row.item_id, { ...row, strict });
    }
  }
  const all = [...found.values()];
  const ordered = isLong
    ? await rankByFeedback(database, request.reader.hubId, all, slots)
    : await preferWrittenForms(database, all, slots.wanted, limit);
  return ordered.slice(0, limit);
}

function buildResult(
  database: Database,
  request: EngineRequest,
  found: readonly SearchCandidate[],
  slots: readonly Slot[],
  { isTyped, corrected }: Pick<EngineResult, 'isTyped' | 'corrected'>,
): EngineResult {
  const page = found.slice(request.offset, request.offset + request.limit);
  const wanted = slots.filter((slot) => !slot.excluded);
  return {
    itemIds: page.map((one) => one.item_id),
    scores: page.map((one) => one.score),
    hits: () => readHits(database, page, wanted),
    isTyped,
    corrected: page.length > 0 ? corrected : null,
    suggestion: null,
  };
}
