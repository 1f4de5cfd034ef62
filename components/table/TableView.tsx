import {
  ArrowDown,
  ArrowUp,
  Download,
  EllipsisVertical,
  FileUp,
  Pencil,
  Plus,
  Trash2,
  TriangleAlert,
} from 'lucide-react';
import dynamic from 'next/dynamic';
import { type FormEvent, useCallback, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button, IconButton } from '#components/common/Button.tsx';
import { Confirm } from '#components/common/Confirm.tsx';
import { EmptyState } from '#components/common/EmptyState.tsx';
import { ErrorState } from '#components/common/ErrorState.tsx';
import { failureText } from '#components/common/failure-text.tsx';
import { Menu, type MenuEntry } from '#components/common/Menu.tsx';
import { SearchField } from '#components/common/SearchField.tsx';
import { startDownload } from '#components/common/start-download.ts';
import { useToast } from '#components/common/Toaster.tsx';
import { ValueView } from '#components/fields/ValueView.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useNews } from '#context/use-news.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Column, Row } from '#lib/contract/table.ts';
import { isMissing } from '#lib/fields/comparison.ts';
import { isList } from '#lib/fields/field-types.ts';
import { addRow, deleteColumn, deleteRow, exportUrl } from '#services/table.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { FieldIcon } from './FieldIcon.tsx';
import { nameOfRow, type TableData } from './table-data.ts';
import { useTable } from './use-table.ts';

const RowDialog = dynamic(() => import('./RowDialog.tsx').then((file) => file.RowDialog), { ssr: false });
const ColumnDialog = dynamic(() => import('./ColumnDialog.tsx').then((file) => file.ColumnDialog), {
  ssr: false,
});
const ImportDialog = dynamic(() => import('./ImportDialog.tsx').then((file) => file.ImportDialog), {
  ssr: false,
});

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin-bottom: ${space(3)};

  > form {
    flex: 1 1 200px;
    max-width: 320px;

    ${below('md')} {
      flex-basis: 100%;
      max-width: none;
    }
  }

  > p {
    flex: 1;
    min-width: max-content;
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;

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
    overflow-wrap: anywhere;
  }

  thead th {
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

  > span {
    flex: 1;
    min-width: 0;
    max-height: 3em;
    overflow: hidden;
  }
`;

const Cell = styled.span`
  display: block;
  max-height: 6em;
  overflow: hidden;
`;

const Open = styled.button`
  max-width: 100%;
  padding: 0;
  border: 0;
  background: none;
  color: ${color('text')};
  font: inherit;
  font-weight: 500;
  text-align: start;
  overflow-wrap: anywhere;

  &:hover {
    color: ${color('primaryText')};
    text-decoration: underline;
  }
`;

const Problem = styled.span`
  display: flex;
  gap: 4px;
  align-items: baseline;
  color: ${color('warning')};
  font-size: 12.5px;

  > svg {
    flex: none;
    align-self: center;
  }
`;

const More = styled.div`
  display: flex;
  justify-content: center;
  padding-top: ${space(4)};
`;

type TableViewProps = { item: Item; first: TableData };

type Shown =
  | { dialog: 'row'; row: Row | null }
  | { dialog: 'column'; column: Column | null }
  | { dialog: 'delete column'; column: Column }
  | { dialog: 'import' };

/** What is wrong with a value, or within it. */
const problemOf = ({ problems }: Row, { name }: Column): string | undefined =>
  Object.entries(problems ?? {}).find(
    ([path]) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
  )?.[1][0];

/** Values that hold no link of their own: a row is opened by the first of them. */
const OPENS: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'number',
  'select',
  'date',
  'time',
  'datetime',
]);

type CellViewProps = { column: Column; row: Row; onOpen: (() => void) | null };

function CellView({ column, row, onOpen }: CellViewProps) {
  const problem = problemOf(row, column);
  const value = row.values[column.name];
  const shown = isMissing(column, value) ? null : <ValueView field={column} value={value} />;
  return (
    <>
      <Cell dir="auto">
        {onOpen && shown && !isList(column) && OPENS.has(column.type) ? (
          <Open type="button" onClick={onOpen}>
            {shown}
          </Open>
        ) : (
          shown
        )}
      </Cell>
      {problem && (
        <Problem>
          <TriangleAlert aria-hidden size={13} strokeWidth={1.75} />
          <span>{problem}</span>
        </Problem>
      )}
    </>
  );
}

/** A table or contact list: its rows page by page, and all that can be done with rows and columns. */
export function TableView({ item, first }: TableViewProps) {
  const intl = useIntl();
  const toast = useToast();
  const table = useTable(item.id, first);
  const { columns, rows } = table;
  const [shown, setShown] = useState<Shown | null>(null);
  const mayChange = item.allowed.includes('item.change') && item.trashed_at === null;
  const mayTake = item.allowed.includes('item.download');
  const close = useCallback(() => setShown(null), []);
  const { reload } = table;
  const afterImport = useCallback(() => void reload(), [reload]);
  const isSearching = table.query.q !== '';
  const { hub } = useShell();
  useNews(hub?.domain_handle ?? null, (news) => {
    if (news.id === item.id && !shown) void table.refresh();
  });

  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    void table.look({ q: typeof q === 'string' ? q.trim() : '' });
  };

  const bringBack = async (row: Row, at: number) => {
    try {
      const outcome = await addRow(item.id, { id: row.id, values: row.values, position: row.position });
      if (outcome?.row) table.putBack(outcome.row, at);
      else
        toast({
          tone: 'error',
          text: Object.values(outcome?.errors ?? {})
            .flat()
            .join(' '),
        });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const removeRow = async (row: Row) => {
    const at = rows.indexOf(row);
    table.drop(row.id);
    try {
      await deleteRow(item.id, row);
    } catch (error) {
      table.putBack(row, at);
      return toast({ tone: 'error', text: failureText(error) });
    }
    toast({
      text: <FormattedMessage id="table.row_deleted" />,
      action: { label: <FormattedMessage id="item.undo" />, onSelect: () => void bringBack(row, at) },
    });
  };

  const columnEntries = (column: Column): MenuEntry[] => {
    const canSort = !isList(column) && column.type !== 'json' && column.type !== 'form';
    const sorted = (sort: string) => ({
      checked: table.query.sort === sort,
      onSelect: () => void table.look({ sort: table.query.sort === sort ? '' : sort }),
    });
    return [
      ...(canSort
        ? [
            { icon: ArrowUp, label: <FormattedMessage id="table.sort_up" />, ...sorted(column.id) },
            { icon: ArrowDown, label: <FormattedMessage id="table.sort_down" />, ...sorted(`-${column.id}`) },
          ]
        : []),
      ...(mayChange
        ? [
            {
              icon: Pencil,
              label: <FormattedMessage id="table.change_column" />,
              onSelect: () => setShown({ dialog: 'column', column }),
            },
            {
              icon: Trash2,
              danger: true,
              label: <FormattedMessage id="table.delete_column" />,
              onSelect: () => setShown({ dialog: 'delete column', column }),
            },
          ]
        : []),
    ];
  };

  const acts: MenuEntry[] = [
    ...(mayChange
      ? [
          {
            icon: Plus,
            label: <FormattedMessage id="table.add_column" />,
            onSelect: () => setShown({ dialog: 'column', column: null }),
          },
          {
            icon: FileUp,
            label: <FormattedMessage id="table.import" />,
            onSelect: () => setShown({ dialog: 'import' }),
          },
        ]
      : []),
    ...(mayTake
      ? (['csv', 'json'] as const).map((format) => ({
          icon: Download,
          label: <FormattedMessage id="table.export" values={{ format: format.toUpperCase() }} />,
          onSelect: () => startDownload(exportUrl(item.id, format)),
        }))
      : []),
  ];

  return (
    <div>
      <Bar>
        <form onSubmit={search}>
          <SearchField
            name="q"
            label={intl.formatMessage({ id: 'table.search' })}
            onChange={(event) => {
              if (event.target.value === '' && isSearching) void table.look({ q: '' });
            }}
          />
        </form>
        <p role="status">
          {table.count !== null && <FormattedMessage id="table.count" values={{ count: table.count }} />}
        </p>
        {acts.length > 0 && (
          <Menu entries={acts} align="end">
            {(trigger) => (
              <IconButton
                {...trigger}
                icon={EllipsisVertical}
                label={intl.formatMessage({ id: 'table.acts' })}
              />
            )}
          </Menu>
        )}
        {mayChange && (
          <Button icon={Plus} variant="primary" onClick={() => setShown({ dialog: 'row', row: null })}>
            <FormattedMessage id="table.add_row" />
          </Button>
        )}
      </Bar>
      {table.error && <ErrorState message={table.error} onRetry={() => void table.reload()} />}
      {rows.length === 0 && !table.loading && isSearching && (
        <EmptyState title={<FormattedMessage id="table.nothing_found" />} />
      )}
      {rows.length === 0 && !table.loading && !isSearching && (
        <EmptyState
          title={<FormattedMessage id="table.empty" />}
          text={mayChange && <FormattedMessage id="table.empty_text" />}
          action={
            mayChange && (
              <Button icon={FileUp} onClick={() => setShown({ dialog: 'import' })}>
                <FormattedMessage id="table.import" />
              </Button>
            )
          }
        />
      )}
      {(rows.length > 0 || mayChange) && !(isSearching && rows.length === 0) && (
        <Scroller tabIndex={0} aria-label={item.title}>
          <Grid>
            <thead>
              <tr>
                {columns.map((column) => {
                  const entries = columnEntries(column);
                  const isUp = table.query.sort === column.id;
                  const isDown = table.query.sort === `-${column.id}`;
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
                                label={intl.formatMessage(
                                  { id: 'table.column_acts' },
                                  { label: column.label },
                                )}
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
                      onClick={() => setShown({ dialog: 'column', column: null })}
                    />
                  )}
                </td>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const name = nameOfRow(columns, row) || intl.formatMessage({ id: 'table.nameless_row' });
                return (
                  <tr key={row.id} id={`row-${row.id}`}>
                    {columns.map((column, at) => (
                      <td
                        key={column.id}
                        data-empty={
                          isMissing(column, row.values[column.name]) && !problemOf(row, column) && at > 0
                            ? true
                            : undefined
                        }
                      >
                        <Name dir="auto">{column.label}</Name>
                        <CellView
                          column={column}
                          row={row}
                          onOpen={at === 0 && mayChange ? () => setShown({ dialog: 'row', row }) : null}
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
                              onSelect: () => setShown({ dialog: 'row', row }),
                            },
                            {
                              icon: Trash2,
                              danger: true,
                              label: <FormattedMessage id="table.delete_row" />,
                              onSelect: () => void removeRow(row),
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
      )}
      {table.next && (
        <More>
          <Button busy={table.loading} onClick={() => void table.more()}>
            <FormattedMessage id="table.more" />
          </Button>
        </More>
      )}
      {shown?.dialog === 'row' && (
        <RowDialog
          itemId={item.id}
          columns={columns}
          row={shown.row}
          onClose={close}
          onSaved={(row) => {
            table.put(row);
            close();
          }}
        />
      )}
      {shown?.dialog === 'column' && (
        <ColumnDialog
          itemId={item.id}
          column={shown.column}
          onClose={close}
          onSaved={() => {
            close();
            void table.reload();
          }}
        />
      )}
      {shown?.dialog === 'delete column' && (
        <Confirm
          danger
          title={<FormattedMessage id="table.delete_column_title" values={{ label: shown.column.label }} />}
          text={<FormattedMessage id="table.delete_column_text" />}
          submit={<FormattedMessage id="table.delete_column" />}
          onClose={close}
          onConfirm={async () => {
            await deleteColumn(item.id, shown.column);
            close();
            await table.reload();
          }}
        />
      )}
      {shown?.dialog === 'import' && (
        <ImportDialog itemId={item.id} columns={columns} onDone={afterImport} onClose={close} />
      )}
    </div>
  );
}
