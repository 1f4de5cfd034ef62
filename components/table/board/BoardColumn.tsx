import { useDroppable } from '@dnd-kit/core';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { CellContext } from '../cells/cell-text.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { ColorOfRow } from '../colors/row-colors.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { FooterSums } from '../layouts/FooterSums.tsx';
import { groupCondition, narrowed } from '../layouts/sub-query.ts';
import { useSubTable } from '../layouts/use-sub-table.ts';
import { PAGE_SIZE } from '../rows/row-pages.ts';
import { unbrokenRows } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import { type FooterColumn, footerValues } from '../views/use-footer.ts';
import { BoardCard } from './BoardCard.tsx';
import type { BoardList } from './board-lists.ts';
import { List } from './board-style.ts';

type BoardColumnProps = {
  itemId: string;
  table: TableControl;
  changes: Pick<TableChanges, 'cells'>;
  list: BoardList;
  title: ReactNode;
  name: string;
  group: GridColumn;
  columns: readonly GridColumn[];
  /** What is summed up of the list. */
  footer: readonly FooterColumn[];
  context: CellContext;
  colorOf: ColorOfRow | null;
  mayChange: boolean;
  /** Makes the rows of the list known to the board, which moves cards from one to another. */
  onRows: (key: string, rows: TableControl | null) => void;
  onOpenRow: (row: Row) => void;
  onMenu: (row: Row, at: { x: number; y: number }) => void;
  onAdd: () => void;
};

/** A list of a board: the rows with one value, page by page. */
export function BoardColumn({
  itemId,
  table,
  changes,
  list,
  title,
  name,
  group,
  columns,
  footer,
  context,
  colorOf,
  mayChange,
  onRows,
  onOpenRow,
  onMenu,
  onAdd,
}: BoardColumnProps) {
  const intl = useIntl();
  const own = useSubTable(itemId, table, narrowed(table.query, groupCondition(group, list.value)));
  const { setNodeRef, isOver } = useDroppable({ id: list.key });
  const { parts } = changes.cells;
  useEffect(() => {
    parts.add(own);
    return () => void parts.delete(own);
  }, [parts, own]);
  useEffect(() => onRows(list.key, own));
  useEffect(() => () => onRows(list.key, null), [onRows, list.key]);
  // Rows of another search are no cards of this one.
  const rows = own.isFormer && own.error !== null ? [] : unbrokenRows(own.window, 0).rows;
  const isLoaded = own.list > 0;
  const count = (isLoaded ? own.count : null) ?? list.count;
  return (
    <List ref={setNodeRef} data-over={isOver || undefined} aria-label={name}>
      <header>
        <h2 dir="auto">{title}</h2>
        <small>
          <FormattedMessage id="table.board_count" values={{ count }} />
        </small>
        {mayChange && (
          <IconButton
            size="small"
            icon={Plus}
            label={intl.formatMessage({ id: 'table.board_add' }, { name })}
            onClick={onAdd}
          />
        )}
      </header>
      {list.sums && footer.length > 0 && (
        <FooterSums footer={footer} values={footerValues(footer, list.sums, intl, context)} />
      )}
      <div>
        {own.error && <ErrorState message={own.error} onRetry={() => own.store.retry()} />}
        {!own.error && !isLoaded && count > 0 && <SkeletonList rows={Math.min(count, 3)} />}
        {!own.error && !own.loading && rows.length === 0 && (isLoaded || count === 0) && (
          <p>
            <FormattedMessage id="table.board_empty" />
          </p>
        )}
        <ul>
          {rows.map((row) => (
            <BoardCard
              key={row.id}
              {...{ itemId, row, columns, context, mayChange }}
              tint={colorOf?.(row) ?? null}
              onOpen={() => onOpenRow(row)}
              onMenu={(at) => onMenu(row, at)}
            />
          ))}
        </ul>
        {rows.length < own.total && rows.length > 0 && (
          <Button
            size="small"
            variant="quiet"
            busy={own.loading}
            onClick={() => own.store.want(0, Math.min(own.total, rows.length + PAGE_SIZE))}
          >
            <FormattedMessage id="table.more" />
          </Button>
        )}
      </div>
    </List>
  );
}
