import { useDroppable } from '@dnd-kit/core';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import type { Row } from '#lib/contract/table.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import type { CellContext } from '../cells/cell-text.ts';
import type { ColorOfRow } from '../colors/row-colors.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import { groupCondition, narrowed } from '../layouts/sub-query.ts';
import { useSubTable } from '../layouts/use-sub-table.ts';
import { PAGE_SIZE } from '../rows/row-store.ts';
import { unbrokenRows } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import type { BoardList } from './board-lists.ts';
import { RowCard } from './RowCard.tsx';

const List = styled.section`
  display: flex;
  flex: 0 0 280px;
  flex-direction: column;
  min-width: 0;
  max-height: 72vh;
  border-radius: ${radius('card')};
  background: ${color('raised')};
  scroll-snap-align: start;

  ${below('md')} {
    flex-basis: min(84vw, 320px);
  }

  &[data-over] {
    outline: 2px solid ${color('primary')};
    outline-offset: -2px;
  }

  > header {
    display: flex;
    gap: ${space(2)};
    align-items: center;
    min-height: 44px;
    padding: 0 ${space(1)} 0 ${space(3)};
  }

  > header h2 {
    flex: 1;
    min-width: 0;
    margin: 0;
    overflow: hidden;
    font-size: 14px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > header small {
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }

  > div {
    overflow-y: auto;
    padding: 2px ${space(2)} ${space(2)};
  }

  ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(2)};
    margin: 0;
    padding: 0;
  }

  p {
    margin: 0;
    padding: ${space(3)} ${space(1)};
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

type BoardColumnProps = {
  itemId: string;
  table: TableControl;
  list: BoardList;
  title: ReactNode;
  name: string;
  group: GridColumn;
  columns: readonly GridColumn[];
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
  list,
  title,
  name,
  group,
  columns,
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
  useEffect(() => onRows(list.key, own));
  useEffect(() => () => onRows(list.key, null), [onRows, list.key]);
  const { rows } = unbrokenRows(own.window, 0);
  const count = own.count ?? list.count;
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
      <div>
        {own.error && <ErrorState message={own.error} onRetry={() => own.store.retry()} />}
        {!own.error && !own.loading && rows.length === 0 && (
          <p>
            <FormattedMessage id="table.board_empty" />
          </p>
        )}
        <ul>
          {rows.map((row) => (
            <RowCard
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
