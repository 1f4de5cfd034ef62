import { ArrowDown, ArrowUp, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import type { Column, Row } from '#lib/contract/table.ts';
import { isMissing } from '#lib/fields/comparison.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { FieldIcon } from './FieldIcon.tsx';
import { cellProblem, TableCell } from './TableCell.tsx';
import { rowName } from './table-data.ts';

const Scroller = styled.section`
  /* Room for the menu of a column. */
  min-height: 280px;
  max-height: min(75vh, 900px);
  overflow: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};

  ${below('md')} {
    min-height: 0;
    max-height: none;
    overflow: visible;
    border: 0;
    background: none;
    box-shadow: none;
  }
`;

const Grid = styled.table`
  min-width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  font-size: 14px;
  font-variant-numeric: tabular-nums;

  th,
  td {
    min-width: 120px;
    max-width: 360px;
    padding: ${space(2)} ${space(3)};
    border-bottom: 1px solid ${color('line')};
    text-align: start;
    vertical-align: top;
    /* A column is as wide as its longest word, up to its most: the table scrolls before words are broken. */
    overflow-wrap: break-word;
  }

  thead th,
  thead td {
    position: sticky;
    z-index: 2;
    top: 0;
    background: ${color('surface')};
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }

  tr > :last-child {
    width: 48px;
    min-width: 48px;
    padding-block: 4px;
    text-align: end;
  }

  tbody tr:last-child > * {
    border-bottom: 0;
  }

  /* The row that the page was opened at. */
  tbody tr[aria-current] > * {
    background: ${color('primaryTint')};
  }

  tbody tr[aria-current] {
    scroll-margin-block: 120px;
  }

  tbody tr:hover > * {
    background: ${color('hover')};
  }

  /* Cards where the screen is narrow: each value under the name of its column. */
  ${below('md')} {
    &,
    tbody,
    tbody tr,
    tbody td {
      display: block;
    }

    thead {
      display: none;
    }

    tbody tr {
      position: relative;
      margin-bottom: ${space(3)};
      padding: ${space(3)} ${space(12)} ${space(3)} ${space(4)};
      border: 1px solid ${color('line')};
      border-radius: ${radius('card')};
      background: ${color('surface')};
    }

    tbody tr:last-child {
      margin-bottom: 0;
    }

    tbody tr[aria-current] {
      background: ${color('primaryTint')};
    }

    tbody td {
      max-width: none;
      padding: ${space(1)} 0;
      border: 0;
    }

    tbody td[data-empty] {
      display: none;
    }

    tbody tr > :last-child {
      position: absolute;
      top: ${space(1)};
      right: ${space(1)};
      width: auto;
    }
  }
`;

const Name = styled.span`
  display: none;
  color: ${color('quiet')};
  font-size: 12.5px;

  ${below('md')} {
    display: block;
  }
`;

const ColumnHead = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};

  > svg {
    flex: none;
  }

  /* As wide as its longest word. */
  > span {
    flex: 1 0 auto;
    width: min-content;
    max-width: 240px;
    max-height: 3em;
    overflow: hidden;
  }
`;

type TableGridProps = {
  itemId: string;
  title: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** The id of the column that rows are sorted by, with a leading `-` for descending order; else empty. */
  sort: string;
  /** The id of the row that the page was opened at. */
  marked: string | null;
  mayChange: boolean;
  /** The menu entries of a column. */
  entriesOf: (column: Column) => MenuEntry[];
  onAddColumn: () => void;
  onOpen: (row: Row) => void;
  onDelete: (row: Row) => void;
};

/** The rows of a table below its column headers; cards on narrow screens. */
export function TableGrid({
  itemId,
  title,
  columns,
  rows,
  sort,
  marked,
  mayChange,
  entriesOf,
  onAddColumn,
  onOpen,
  onDelete,
}: TableGridProps) {
  const intl = useIntl();
  const markedRow = useRef<HTMLTableRowElement>(null);

  // Once: rows that are loaded later must not scroll the page again.
  useEffect(() => {
    if (marked === null) return;
    markedRow.current?.scrollIntoView({ block: 'center' });
    markedRow.current?.focus({ preventScroll: true });
  }, [marked]);

  return (
    <Scroller tabIndex={0} aria-label={title}>
      <Grid>
        <thead>
          <tr>
            {columns.map((column) => {
              const entries = entriesOf(column);
              const isUp = sort === column.id;
              const isDown = sort === `-${column.id}`;
              return (
                <th
                  key={column.id}
                  scope="col"
                  aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
                >
                  <ColumnHead>
                    <FieldIcon type={column.type} />
                    <span dir="auto">{column.label}</span>
                    {entries.length > 0 && (
                      <Menu entries={entries} align="end">
                        {(trigger) => (
                          <IconButton
                            {...trigger}
                            size="small"
                            icon={isUp ? ArrowUp : isDown ? ArrowDown : EllipsisVertical}
                            label={intl.formatMessage({ id: 'table.column_acts' }, { label: column.label })}
                          />
                        )}
                      </Menu>
                    )}
                  </ColumnHead>
                </th>
              );
            })}
            <td>
              {mayChange && (
                <IconButton
                  size="small"
                  icon={Plus}
                  label={intl.formatMessage({ id: 'table.add_column' })}
                  onClick={onAddColumn}
                />
              )}
            </td>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const name = rowName(columns, row) || intl.formatMessage({ id: 'table.nameless_row' });
            return (
              <tr
                key={row.id}
                id={`row-${row.id}`}
                ref={row.id === marked ? markedRow : undefined}
                aria-current={row.id === marked || undefined}
                tabIndex={row.id === marked ? -1 : undefined}
              >
                {columns.map((column, at) => (
                  <td
                    key={column.id}
                    data-empty={
                      isMissing(column, row.values[column.name]) && !cellProblem(row, column) && at > 0
                        ? true
                        : undefined
                    }
                  >
                    <Name dir="auto">{column.label}</Name>
                    <TableCell
                      itemId={itemId}
                      column={column}
                      row={row}
                      onOpen={at === 0 && mayChange ? () => onOpen(row) : null}
                    />
                  </td>
                ))}
                <td>
                  {mayChange && (
                    <Menu
                      align="end"
                      entries={[
                        {
                          icon: Pencil,
                          label: <FormattedMessage id="table.edit_row" />,
                          onSelect: () => onOpen(row),
                        },
                        {
                          icon: Trash2,
                          danger: true,
                          label: <FormattedMessage id="table.delete_row" />,
                          onSelect: () => onDelete(row),
                        },
                      ]}
                    >
                      {(trigger) => (
                        <IconButton
                          {...trigger}
                          size="small"
                          icon={EllipsisVertical}
                          label={intl.formatMessage({ id: 'table.row_acts' }, { name })}
                        />
                      )}
                    </Menu>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Grid>
    </Scroller>
  );
}
