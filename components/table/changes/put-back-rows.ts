import type { RefObject } from 'react';
import type { Toast } from '#components/ui/Toaster.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { TableControl } from '../rows/use-table.ts';
import { restoreRowsInParts } from './row-requests.ts';
import { withoutDeletion } from './undone-steps.ts';
import type { UndoControl } from './use-undo-stack.ts';

type Target = {
  itemId: string;
  latest: RefObject<TableControl>;
  undoControl: UndoControl;
  toast: (toast: Toast) => void;
};

/**
 * Restores rows that were just deleted, and says why one could not be.
 * @param places where each row was, -1 where it was not shown
 * @throws the client's error
 */
export async function putBackRows(
  { itemId, latest, undoControl, toast }: Target,
  places: readonly { row: Row; at: number }[],
): Promise<void> {
  const ids = places.map(({ row }) => row.id);
  const outcomes = await restoreRowsInParts(itemId, ids);
  const indexes = new Map(places.map(({ row, at }) => [row.id, at]));
  for (const { row } of outcomes) {
    const at = row ? indexes.get(row.id) : undefined;
    if (row && at !== undefined && at >= 0) latest.current.restore(row, at);
  }
  const problems = outcomes.flatMap(({ errors }) => Object.values(errors ?? {}).flat());
  if (problems.length > 0) toast({ tone: 'error', text: problems.slice(0, 3).join(' ') });
  undoControl.save(withoutDeletion(undoControl.read(), ids));
}
