import { useCallback, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { copyText } from '#components/ui/copy-text.ts';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { engineColumns } from '#lib/fields/column-base.ts';
import type { Values } from '#lib/fields/definition.ts';
import { savedCells } from './changes/saved-cells.ts';
import type { TableChanges } from './changes/use-table-changes.tsx';
import { shownColumns } from './columns/grid-columns.ts';
import { LeaveRow, RowBody } from './row/RowBody.tsx';
import { RowFrame } from './row/RowFrame.tsx';
import { RowMore } from './row/RowMore.tsx';
import { RowValues } from './row/RowValues.tsx';
import { useRowConflicts } from './row/use-row-conflicts.tsx';
import { useRowPlace } from './row/use-row-place.ts';
import { rowName } from './rows/table-data.ts';
import type { TableControl } from './rows/use-table.ts';
import type { TableDialog } from './table-dialog.ts';
import { useCellContext } from './use-cell-context.ts';
import { useIsNarrow } from './use-is-narrow.ts';

const RowForm = lazyComponent(() => import('./row/RowDialog.tsx').then((file) => file.RowDialog));

type RowPageProps = {
  item: Item;
  table: TableControl;
  changes: TableChanges;
  /** The row, and the row as the server rendered it. */
  id: string;
  first: Row | null;
  /** The name of the column whose field has the focus first; null for the title. */
  field: string | null;
  mayChange: boolean;
  addressOf: (row: string) => string;
  onShow: (row: string) => void;
  onDialog: (dialog: TableDialog) => void;
  onClose: () => void;
};

/** The row that its form edits: a newer one takes its place unless something is typed. */
function useEditedRow(id: string, row: Row | null, isDirty: boolean): Row | null {
  const [edited, setEdited] = useState(row);
  if (row && row !== edited && (row.id !== edited?.id || !isDirty)) setEdited(row);
  return edited?.id === id ? edited : null;
}

/** A row as a page: all its values to read or to edit, its history and comments, and the way to the rows beside it. */
export function RowPage({ item, table, changes, id, first, field, mayChange, ...on }: RowPageProps) {
  const intl = useIntl();
  const toast = useToast();
  const place = useRowPlace(item.id, table, id, first);
  const [isDirty, setIsDirty] = useState(false);
  const edited = useEditedRow(id, place.row, isDirty);
  const { context } = useCellContext(table.columns);
  const isNarrow = useIsNarrow();
  const slow = useIsSlow(edited === null && place.error === null);
  const all = shownColumns(table.columns);
  // Other fields would be another record, which has none of the problems that are shown.
  const columns = useMemo(() => engineColumns(table.columns), [table.columns]);
  // Fields that the form of a row does not have: computed ones, and links.
  const others = all.filter(({ isComputed, tableType }) => isComputed || tableType === 'link');

  const isForm = mayChange && edited !== null && !(place.isGone && !isDirty);
  /** Leaves the form, once it is there. */
  const leave = useRef<(() => void) | null>(null);
  /** The row that is shown once the form is left; null for the list of rows. */
  const goal = useRef<string | null>(null);
  const left = () => {
    const to = goal.current;
    goal.current = null;
    if (to) on.onShow(to);
    else on.onClose();
  };
  const leaveFor = (row: string | null) => {
    goal.current = row;
    if (leave.current) leave.current();
    else left();
  };

  const copyLink = async () => {
    const isCopied = await copyText(`${window.location.origin}${on.addressOf(id)}`);
    toast({
      tone: isCopied ? 'success' : 'error',
      text: <FormattedMessage id={isCopied ? 'comments.link_copied' : 'comments.link_not_copied'} />,
    });
  };
  const { notice, showReplaced } = useRowConflicts(changes, table.columns, place.row);
  const saved = useCallback(
    (row: Row, names: readonly string[], previous: Values) => {
      const { cells, replaced } = savedCells(edited?.values ?? {}, row, names, previous);
      changes.cells.ownCells.note(row, names);
      showReplaced(replaced);
      if (cells.length > 0) changes.note({ kind: 'cells', cells });
      goal.current = null;
      setIsDirty(false);
      table.replace([row]);
      place.put(row);
      toast({ text: <FormattedMessage id="table.row_saved" /> });
    },
    [edited, changes, table, place, toast, showReplaced],
  );
  const remove = (row: Row) => {
    changes.actionQueue.run(() => changes.remove([row]));
    on.onClose();
  };
  const name =
    (edited &&
      rowName(
        all.map(({ column }) => column),
        edited,
      )) ||
    intl.formatMessage({ id: edited ? 'table.nameless_row' : 'table.row_menu' });
  const shown = { itemId: item.id, context };
  return (
    <LeaveRow value={leave}>
      <RowFrame
        name={name}
        isNarrow={isNarrow}
        row={edited && !place.isGone ? id : null}
        field={field}
        form={edited ? `${edited.id}:${edited.revision}` : null}
        previous={place.previous}
        next={place.next}
        onShow={leaveFor}
        onCopyLink={() => void copyLink()}
        onDelete={edited && isForm && !place.isGone ? () => remove(edited) : null}
        onClose={() => leaveFor(null)}
      >
        {notice}
        {slow && <SkeletonList rows={6} />}
        {place.isGone ? (
          <Notice>
            <FormattedMessage id="table.requested_row_gone" />
          </Notice>
        ) : (
          place.error !== null && <ErrorState message={place.error} onRetry={place.retry} />
        )}
        {edited && !mayChange && !place.isGone && <RowValues {...shown} row={edited} columns={all} />}
        {edited && isForm && (
          <RowForm
            key={`${edited.id}:${edited.revision}`}
            itemId={item.id}
            columns={columns}
            row={edited}
            isContact={item.kind === 'contact'}
            frame={RowBody}
            onDirty={setIsDirty}
            more={
              <RowMore
                {...shown}
                row={place.row ?? edited}
                columns={others}
                all={all}
                onLink={(row, column) => on.onDialog({ dialog: 'links', row, column })}
              />
            }
            onSaved={saved}
            onClose={left}
          />
        )}
      </RowFrame>
    </LeaveRow>
  );
}
