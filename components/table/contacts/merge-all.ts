import { LISTED_PAIRS_MAX } from '#lib/contract/contacts.ts';
import { loadAllPages } from '#services/all-pages.ts';
import { listDuplicates, mergeContacts } from '#services/contacts.ts';
import { failureOf } from '#services/http.ts';
import { newIdempotencyKey } from '#services/idempotency-key.ts';
import { personsOf } from './merge-values.ts';

/** How far merging is: people that were merged, and merges that were refused; `error` is why it could not continue. */
export type MergeAllState = { merged: number; refused: number; isOver: boolean; error: unknown };

/** Pairs of one request. */
const PAGE_SIZE = 100;

/** A new id in the form of a UUID. */
const newRunId = (): string => newIdempotencyKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The ids of all pairs of one comparison: the server remembers it until something of the list changes. */
async function comparedPairs(
  itemId: string,
  least: number,
  signal: AbortSignal,
): Promise<[string, string][]> {
  const load = async (page: number) => {
    if (signal.aborted) return { data: [], hasMore: false };
    const found = await listDuplicates(itemId, { least, page, page_size: PAGE_SIZE }, signal);
    if (found.error !== null) throw new Error(found.error);
    return found;
  };
  const { data } = await loadAllPages(load, { size: PAGE_SIZE, most: LISTED_PAIRS_MAX });
  return data.flatMap(({ rows: [one, other] }): [string, string][] =>
    one && other ? [[one.id, other.id]] : [],
  );
}

/**
 * Merges all pairs with at least a score, entries together of which each is likely enough to be each other one, until there
 * are none; what is refused once is left. What was merged stays merged when it is aborted or fails.
 * @param least from 0 to 1
 */
export async function mergeAll(
  itemId: string,
  { least, signal, onState }: { least: number; signal: AbortSignal; onState: (state: MergeAllState) => void },
): Promise<void> {
  const state: MergeAllState = { merged: 0, refused: 0, isOver: false, error: null };
  const left = new Set<string>();
  // From the first merge on: with it, the server refuses who was marked as different meanwhile.
  const run = newRunId();
  const report = (change: Partial<MergeAllState>) => {
    Object.assign(state, change);
    if (!signal.aborted) onState({ ...state });
  };
  try {
    while (!signal.aborted) {
      // The whole list is compared once for all pairs that were found; who was merged is compared again after them.
      const pairs = await comparedPairs(itemId, least, signal);
      const persons = personsOf(pairs).filter((ids) => !ids.some((id) => left.has(id)));
      if (persons.length === 0) break;
      for (const ids of persons) {
        if (signal.aborted) return;
        try {
          await mergeContacts(itemId, ids, {}, run);
          report({ merged: state.merged + 1 });
        } catch (error) {
          const status = failureOf(error)?.status;
          if (status !== 404 && status !== 409 && status !== 422) throw error;
          for (const id of ids) left.add(id);
          report({ refused: state.refused + 1 });
        }
      }
    }
    report({ isOver: true });
  } catch (error) {
    report({ isOver: true, error });
  }
}
