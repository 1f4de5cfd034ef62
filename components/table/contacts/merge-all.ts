import { listDuplicates, mergeContacts } from '#services/contacts.ts';
import { failureOf } from '#services/http.ts';
import { personsOf } from './merge-values.ts';

/** How far merging is: people that were merged, and merges that were refused; `error` is why it could not continue. */
export type MergeAllState = { merged: number; refused: number; isOver: boolean; error: unknown };

/** Pairs of one request. */
const PAGE_SIZE = 100;

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
  let run: string | undefined;
  const report = (change: Partial<MergeAllState>) => {
    Object.assign(state, change);
    if (!signal.aborted) onState({ ...state });
  };
  try {
    while (!signal.aborted) {
      const page = await listDuplicates(itemId, { least, page: 1, page_size: PAGE_SIZE }, signal);
      if (page.error !== null) throw new Error(page.error);
      const pairs = page.data.flatMap(({ rows: [one, other] }): [string, string][] =>
        one && other ? [[one.id, other.id]] : [],
      );
      const persons = personsOf(pairs).filter((ids) => !ids.some((id) => left.has(id)));
      if (persons.length === 0) break;
      for (const ids of persons) {
        if (signal.aborted) return;
        try {
          const merged = await mergeContacts(itemId, ids, {}, run);
          run ??= merged.id;
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
