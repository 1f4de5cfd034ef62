import type { RowOutcome } from '#lib/contract/table.ts';
import type { UndoStack } from './undo-stack.ts';

/** The stack with the revisions that rows of a deletion have since they were restored. */
export function withRevisions(
  { done, undone }: UndoStack,
  ids: readonly string[],
  restored: readonly RowOutcome[],
): UndoStack {
  const own: Record<string, number> = {};
  for (const { row } of restored) if (row) own[row.id] = row.revision;
  return {
    done,
    undone: undone.map((step) =>
      step.kind === 'deleted' && step.ids.join() === ids.join()
        ? { ...step, revisions: { ...step.revisions, ...own } }
        : step,
    ),
  };
}
