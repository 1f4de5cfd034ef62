import type { SubmissionFilter } from '#server/forms/filters/submission-filter.ts';
import type { Database } from '#server/platform/database/database.ts';
import {
  countByState,
  formChangeTimes,
  frequentTexts,
  idAt,
  newestSubmission,
  recountTexts,
  type StateCounts,
  type TallyRange,
  type TextCount,
  tallySubmissions,
} from './tally.repo.ts';
import { addTally, copyTally, type Tally } from './tally.ts';

/** The most forms, and filters of one, whose counts are cached. */
const MOST_KNOWN = 30;
/** After this time a submission with an older id is stored, or never will be, in milliseconds. */
const SETTLED_MS = 60_000;
/** What came later than this is counted again each time, in milliseconds. */
const ADVANCE_MS = 5 * 60_000;
/** The most texts of a field that are cached, and the most new ones that are looked up. */
const TEXTS_KNOWN = 100;
const TEXTS_LOOKED_UP = 2_000;

/** By field and text. */
type TextCounts = Map<string, Map<string, number>>;

/** The counts of the submissions up to an id. */
type Known = {
  content: number;
  upTo: string;
  at: number;
  tally: Tally;
  texts: TextCounts;
  /** With the number of changes by the team at the time of counting. */
  states: { work: number; counts: StateCounts };
};

/** The current counts. */
type Counts = { tally: Tally; texts: TextCounts; states: StateCounts };

type CountsInput = { formId: string; filter: SubmissionFilter; zone: string; textFields: readonly string[] };

const known = new Map<string, Known>();
const counting = new Map<string, Promise<Counts>>();

function withTexts(texts: TextCounts, more: readonly TextCount[]): TextCounts {
  const all: TextCounts = new Map([...texts].map(([id, counts]) => [id, new Map(counts)]));
  for (const { field_id, text, count } of more) {
    const counts = all.get(field_id) ?? new Map<string, number>();
    if (count > 1) counts.set(text, count);
    all.set(field_id, counts);
  }
  return new Map(
    [...all].map(([id, counts]) => [
      id,
      new Map([...counts].sort(([, a], [, b]) => b - a).slice(0, TEXTS_KNOWN)),
    ]),
  );
}

const sumOf = (some: StateCounts, more: StateCounts): StateCounts => ({
  new: some.new + more.new,
  seen: some.seen + more.seen,
  done: some.done + more.done,
});

async function countWhole(database: Database, input: CountsInput, upTo: string): Promise<Counts> {
  const counted: TallyRange = { ...input, above: null, upTo };
  const short = new Set(input.textFields);
  const long = [...input.filter.fieldsById.keys()].filter((id) => !short.has(id)).sort();
  const [{ tally, states }, frequent] = await Promise.all([
    tallySubmissions(database, counted, long),
    frequentTexts(database, counted, input.textFields, TEXTS_KNOWN),
  ]);
  return { tally: addTally(tally, frequent.tally), texts: withTexts(new Map(), frequent.texts), states };
}

/** The cached counts, and what came after them up to an id. */
async function countOn(database: Database, input: CountsInput, from: Known, upTo: string): Promise<Counts> {
  const later: TallyRange = { ...input, above: from.upTo, upTo };
  const all: TallyRange = { ...input, above: null, upTo };
  const [{ tally, states }, texts] = await Promise.all([
    tallySubmissions(database, later),
    recountTexts(database, later, all, input.textFields, TEXTS_LOOKED_UP),
  ]);
  return {
    tally: addTally(copyTally(from.tally), tally),
    texts: withTexts(from.texts, texts),
    states: sumOf(from.states.counts, states),
  };
}

function remember(key: string, one: Known): void {
  known.delete(key);
  known.set(key, one);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) return;
    known.delete(oldest);
  }
}

async function count(database: Database, key: string, input: CountsInput): Promise<Counts> {
  const { formId, filter } = input;
  const changes = await formChangeTimes(database, formId);
  const content = changes.content + (filter.asksForWork ? changes.work : 0);
  const now = Date.now();
  const settled = idAt(now - SETTLED_MS);
  const { work } = changes;
  const asKnown = ({ states, ...all }: Counts, upTo: string, at: number): Known => ({
    ...all,
    states: { work, counts: states },
    content,
    upTo,
    at,
  });
  let base = known.get(key);
  if (!base || base.content !== content) {
    base = asKnown(await countWhole(database, input, settled), settled, now);
  } else {
    if (base.states.work !== work) {
      const states = await countByState(database, { ...input, above: null, upTo: base.upTo });
      base = { ...base, states: { work, counts: states } };
    }
    if (now - base.at > ADVANCE_MS)
      base = asKnown(await countOn(database, input, base, settled), settled, now);
  }
  const after = await formChangeTimes(database, formId);
  // A change meanwhile may have been counted in part: the result is not cached.
  if (after.content === changes.content && after.work === work) remember(key, base);

  const newest = await newestSubmission(database, formId);
  if (newest === null || newest <= base.upTo) {
    return { tally: base.tally, texts: base.texts, states: base.states.counts };
  }
  return countOn(database, input, base, newest);
}

/**
 * Counts a form's submissions: all of them the first time, and then only the new ones; after a deletion or an
 * edit all are counted again. It only reads: no submission waits for it. Concurrent callers share one count.
 */
export async function cachedCounts(database: Database, input: CountsInput): Promise<Counts> {
  const key = JSON.stringify([input.formId, input.filter.key, input.zone, input.textFields]);
  const going = counting.get(key);
  if (going) return going;
  const made = count(database, key, input).finally(() => counting.delete(key));
  counting.set(key, made);
  return made;
}
