import { FormattedMessage } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import type { Toast } from '#components/ui/Toaster.tsx';
import type { BulkChange } from '#lib/contract/bulk-change.ts';
import { undoBulkChange } from '#services/bulk-changes.ts';
import { failureOf } from '#services/http.ts';
import { replaceBulkStep, withoutBulkStep } from './undone-steps.ts';
import type { UndoControl } from './use-undo-stack.ts';

/** What a bulk change is announced and remembered by. */
export type BulkContext = {
  itemId: string;
  undoControl: UndoControl;
  toast: (toast: Toast) => void;
  /** Shows the rows as they are now. */
  refresh: () => void;
};

const RESULTS = {
  delete: 'table.bulk_deleted',
  set: 'table.bulk_changed',
  restore: 'table.bulk_restored',
  revert: 'table.bulk_reverted',
} as const;

/** What became of the rows. */
function BulkResult({ bulk }: { bulk: BulkChange }) {
  const left = bulk.skipped + bulk.refused;
  return (
    <>
      <FormattedMessage id={RESULTS[bulk.action]} values={{ count: bulk.changed }} />
      {bulk.action === 'set' && bulk.unchanged > 0 && (
        <>
          {' '}
          <FormattedMessage id="table.bulk_unchanged" values={{ count: bulk.unchanged }} />
        </>
      )}
      {left > 0 && (
        <>
          {' '}
          <FormattedMessage id="table.bulk_left" values={{ count: left }} />
        </>
      )}
      {bulk.problems[0] && (
        <>
          {' '}
          {bulk.problems
            .slice(0, 3)
            .map(({ message }) => `${message}.`)
            .join(' ')}
        </>
      )}
      {bulk.reason && <> {bulk.reason}</>}
    </>
  );
}

function announce(context: BulkContext, bulk: BulkChange): void {
  if (bulk.state === 'running') return;
  context.refresh();
  const isUndoable = bulk.undoes === null && bulk.changed > 0;
  context.toast({
    ...(bulk.state === 'failed' ? { tone: 'error' as const } : {}),
    text: <BulkResult bulk={bulk} />,
    ...(isUndoable
      ? {
          action: {
            label: <FormattedMessage id="item.undo" />,
            onSelect: () => void undoAnnounced(context, bulk.id),
          },
        }
      : {}),
  });
}

/** Undoes a bulk change by its notice or its entry in their list, whatever was done after it, once no action waits. */
export function undoAnnounced(context: BulkContext, id: string): Promise<void> {
  const { undoControl, toast, itemId } = context;
  return undoControl.queue(async () => {
    try {
      const undone = await undoBulkChange(itemId, id);
      undoControl.save(withoutBulkStep(undoControl.read(), id, undone));
      announce(context, undone);
    } catch (error) {
      if (isPast(error)) undoControl.save(withoutBulkStep(undoControl.read(), id, null));
      toast({ tone: 'error', text: failureText(error) });
    }
  });
}

/** Remembers a bulk change that was just made, or begun, and says what became of it. */
export function noteBulk(context: BulkContext, bulk: BulkChange): void {
  context.undoControl.note({
    kind: 'bulk',
    id: bulk.id,
    ...(bulk.state === 'running' ? { isRunning: true } : {}),
  });
  announce(context, bulk);
}

/** There is nothing to undo: it is undone already, or too old. */
const isPast = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure?.status === 404 || failure?.code === 'already_undone';
};

/** Undoes, or does again, a bulk change of the stack. @throws the client's error */
export async function undoBulk(context: BulkContext, id: string): Promise<void> {
  const { undoControl, toast, itemId } = context;
  try {
    const undone = await undoBulkChange(itemId, id);
    undoControl.save(replaceBulkStep(undoControl.read(), id, undone));
    announce(context, undone);
  } catch (error) {
    if (!isPast(error)) throw error;
    // The steps before it can still be undone.
    undoControl.save(withoutBulkStep(undoControl.read(), id, null));
    toast({ tone: 'error', text: failureText(error) });
  }
}

/** A bulk change that a job made has ended. */
export function finishBulk(context: BulkContext, bulk: BulkChange): void {
  context.undoControl.save(replaceBulkStep(context.undoControl.read(), bulk.id, bulk));
  announce(context, bulk);
}
