import { FileUp } from 'lucide-react';
import { useCallback, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { Item } from '#lib/contract/item.ts';
import { space } from '#styles/tokens.ts';
import { columnEntries } from './column-entries.tsx';
import { TableBar } from './TableBar.tsx';
import { TableDialogs } from './TableDialogs.tsx';
import { TableGrid } from './TableGrid.tsx';
import type { TableData } from './table-data.ts';
import type { TableDialog } from './table-dialog.ts';
import { useRowDeletion } from './use-row-deletion.tsx';
import { useTable } from './use-table.ts';

const More = styled.div`
  display: flex;
  justify-content: center;
  padding-top: ${space(4)};
`;

const Earlier = styled(More)`
  padding: 0 0 ${space(4)};
`;

type TableViewProps = { item: Item; first: TableData };

/** A table or contact list: its rows page by page, and all actions on rows and columns. */
export const TableView = withQueries(function TableView({ item, first }: TableViewProps) {
  const table = useTable(item.id, first);
  const { columns, rows } = table;
  const [shown, setShown] = useState<TableDialog | null>(null);
  const close = useCallback(() => setShown(null), []);
  const deleteRow = useRowDeletion(item.id, table);
  const mayChange = item.allowed.includes('item.change') && item.trashed_at === null;
  const isSearching = table.query.q !== '';
  const { hub } = useShell();
  useChangeEvents(hub?.domain_handle ?? null, (event) => {
    if (event.id === item.id && !shown) void table.refresh();
  });

  return (
    <InputFormatContext value={first.writtenIn}>
      <PhoneCountryContext value={first.country}>
        <TableBar item={item} table={table} mayChange={mayChange} onOpen={setShown} />
        {table.asked?.gone && (
          <Notice>
            <FormattedMessage id="table.asked_row_gone" />
          </Notice>
        )}
        {table.hasEarlier && (
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
            entriesOf={(column) => columnEntries(column, { table, mayChange, open: setShown })}
            onAddColumn={() => setShown({ dialog: 'column', column: null })}
            onOpen={(row) => setShown({ dialog: 'row', row })}
            onDelete={deleteRow}
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
        {table.hasMore && (
          <More>
            <Button busy={table.loading} onClick={() => void table.more()}>
              <FormattedMessage id="table.more" />
            </Button>
          </More>
        )}
        <TableDialogs item={item} table={table} shown={shown} onClose={close} />
      </PhoneCountryContext>
    </InputFormatContext>
  );
});
