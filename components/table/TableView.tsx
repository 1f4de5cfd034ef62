import { ArrowDown, ArrowUp, Download, EllipsisVertical, FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useCallback, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { startDownload } from '#components/ui/start-download.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Column, Row } from '#lib/contract/table.ts';
import { isList } from '#lib/fields/field-types.ts';
import { addRow, deleteColumn, deleteRow, exportUrl } from '#services/table.ts';
import { below, color, space } from '#styles/tokens.ts';
import { TableGrid } from './TableGrid.tsx';
import type { TableData } from './table-data.ts';
import { useTable } from './use-table.ts';

const RowDialog = lazyDialog(() => import('./RowDialog.tsx').then((file) => file.RowDialog));
const ColumnDialog = lazyDialog(() => import('./ColumnDialog.tsx').then((file) => file.ColumnDialog));
const ImportDialog = lazyDialog(() => import('./ImportDialog.tsx').then((file) => file.ImportDialog));

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

const More = styled.div`
  display: flex;
  justify-content: center;
  padding-top: ${space(4)};
`;

const Earlier = styled(More)`
  padding: 0 0 ${space(4)};
`;

type TableViewProps = { item: Item; first: TableData };

type Shown =
  | { dialog: 'row'; row: Row | null }
  | { dialog: 'column'; column: Column | null }
  | { dialog: 'delete column'; column: Column }
  | { dialog: 'import' };

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
  useChangeEvents(hub?.domain_handle ?? null, (event) => {
    if (event.id === item.id && !shown) void table.refresh();
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
    <InputFormatContext value={table.writtenIn}>
      <PhoneCountryContext value={table.country}>
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
        {table.asked?.gone && (
          <Notice>
            <FormattedMessage id="table.asked_row_gone" />
          </Notice>
        )}
        {table.previous && (
          <Earlier>
            <Button busy={table.loading} onClick={() => void table.earlier()}>
              <FormattedMessage id="table.earlier" />
            </Button>
          </Earlier>
        )}
        {table.error && <ErrorState message={table.error} onRetry={() => void table.reload()} />}
        {(rows.length > 0 || mayChange) && !(isSearching && rows.length === 0) && (
          <TableGrid
            itemId={item.id}
            title={item.title}
            columns={columns}
            rows={rows}
            sort={table.query.sort}
            marked={table.asked && !table.asked.gone ? table.asked.id : null}
            mayChange={mayChange}
            entriesOf={columnEntries}
            onAddColumn={() => setShown({ dialog: 'column', column: null })}
            onOpen={(row) => setShown({ dialog: 'row', row })}
            onDelete={(row) => void removeRow(row)}
          />
        )}
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
            isContact={item.kind === 'contact'}
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
            hasRows={rows.length > 0}
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
      </PhoneCountryContext>
    </InputFormatContext>
  );
}
