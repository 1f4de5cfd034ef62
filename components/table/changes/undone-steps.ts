import type { UndoStack, UndoStep } from './undo-stack.ts';

/** The stack without a deletion that was undone by itself, whatever was done after it. */
export function withoutDeletion({ done, undone }: UndoStack, ids: readonly string[]): UndoStack {
  const at = done.findLastIndex((step) => step.kind === 'deleted' && step.ids.join() === ids.join());
  return { done: at < 0 ? done : done.toSpliced(at, 1), undone };
}

/** The stack without the deletion of a column that was undone by itself, whatever was done after it. */
export function withoutColumnDeletion({ done, undone }: UndoStack, { id }: { id: string }): UndoStack {
  const at = done.findLastIndex(
    (step) => step.kind === 'columns deleted' && step.columns.some((one) => one.id === id),
  );
  return { done: at < 0 ? done : done.toSpliced(at, 1), undone };
}

type Bulk = { id: string; state: string };

const bulkStep = ({ id, state }: Bulk): UndoStep => ({
  kind: 'bulk',
  id,
  ...(state === 'running' ? { isRunning: true } : {}),
});

/** The stack with another bulk change in the place of one: what undid it, or itself once it has ended. */
export function replaceBulkStep({ done, undone }: UndoStack, id: string, next: Bulk): UndoStack {
  const replaced = (steps: readonly UndoStep[]) =>
    steps.flatMap((step) => {
      if (step.kind !== 'bulk' || step.id !== id) return [step];
      return step.isStale ? [] : [bulkStep(next)];
    });
  return { done: replaced(done), undone: replaced(undone) };
}

/** The stack after a bulk change was undone by itself, whatever was done after it; without it where there is nothing to undo. */
export const withoutBulkStep = ({ done, undone }: UndoStack, id: string, by: Bulk | null): UndoStack => {
  const others = (steps: readonly UndoStep[]) =>
    steps.filter((step) => !(step.kind === 'bulk' && step.id === id));
  return { done: others(done), undone: [...others(undone), ...(by ? [bulkStep(by)] : [])] };
};
