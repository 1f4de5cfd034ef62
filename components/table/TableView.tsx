import { FileUp } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { LeaveGuard } from '#components/ui/LeaveGuard.tsx';
import { lazyComponent, lazyDialog, lazyQuietComponent } from '#components/ui/lazy-component.tsx';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useShortcutsKey } from '#components/ui/shortcuts/use-shortcuts-key.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useMarkWaitingCells } from '#context/waiting-cells.ts';
import type { Item } from '#lib/contract/item.ts';
import { from, space } from '#styles/tokens.ts';
import { countWaiting } from './changes/cell-writer.ts';
import { runningBulks } from './changes/undo-stack.ts';
import { useTableChanges } from './changes/use-table-changes.tsx';
import { takePendingImportFile } from './import/pending-import-file.ts';
import { useOpenRow } from './row/use-open-row.ts';
import { useFind } from './rows/find/use-find.ts';
import { OutdatedLists, useOutdatedLists } from './rows/outdated-lists.ts';
import { ANY } from './rows/row-queries.ts';
import type { RowStore } from './rows/row-store.ts';
import type { TableData } from './rows/table-data.ts';
import { type TableControl, useTable } from './rows/use-table.ts';
import { useTableEvents } from './rows/use-table-events.ts';
import { TableBar } from './TableBar.tsx';
import { TableRows } from './TableRows.tsx';
import type { TableDialog } from './table-dialog.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { useViews } from './views/use-views.ts';
import { ViewBar } from './views/ViewBar.tsx';
import { queryOf, settingsOf } from './views/view-settings.ts';

const BulkProgress = lazyComponent(() =>
  import('./changes/bulk-on-use.ts').then((file) => file.BulkProgress),
);
const ChangingColumns = lazyComponent(() =>
  import('./notices-on-use.ts').then((file) => file.ChangingColumns),
);
const UnsavedCells = lazyComponent(() => import('./notices-on-use.ts').then((file) => file.UnsavedCells));
const OutdatedRows = lazyComponent(() => import('./notices-on-use.ts').then((file) => file.OutdatedRows));
const ImportBar = lazyQuietComponent(() => import('./notices-on-use.ts').then((file) => file.ImportBar));
const TableDialogs = lazyDialog(() => import('./TableDialogs.tsx').then((file) => file.TableDialogs));
const RowPage = lazyComponent(() => import('./RowPage.tsx').then((file) => file.RowPage));

/** The rows stay where they were scrolled to while the page of one is open. */
const Rows = styled.div`
  &[inert] {
    ${from('md')} {
      height: 0;
      overflow: hidden;
      visibility: hidden;
    }
  }
`;

/** Rows of the search before are no results of this one; where it failed they are hidden, with what somebody types in them. */
const FORMER = { opacity: 0.4 };

const Empty = styled.div`
  margin-top: ${space(3)};
`;

type TableViewProps = {
  item: Item;
  first: TableData;
  /** What the menu offers besides. */
  entries?: MenuEntry[];
};

type TableNoticesProps = {
  table: TableControl;
  isUnreadable: boolean;
  /** The parts of the table whose rows could not be read again. */
  outdated: readonly RowStore[];
};

/** What keeps rows from being shown. */
function TableNotices({ table, isUnreadable, outdated }: TableNoticesProps) {
  'use no memo'; // Lighter than what it would save.
  const stores = table.isOutdated ? [table.store, ...outdated] : outdated;
  return (
    <>
      {table.requested?.gone && (
        <Notice>
          <FormattedMessage id="table.requested_row_gone" />
        </Notice>
      )}
      {table.error && <ErrorState message={table.error} onRetry={() => table.store.retry()} />}
      {!table.error && stores.length > 0 && <OutdatedRows stores={stores} />}
      {isUnreadable && (
        <Notice tone="warning">
          <FormattedMessage id="table.view_filter_gone" />
        </Notice>
      )}
    </>
  );
}

type EmptyTableProps = {
  isSearching: boolean;
  isContacts: boolean;
  /** Null for who may not change it. */
  onImport: (() => void) | null;
};

function EmptyTable({ isSearching, isContacts, onImport }: EmptyTableProps) {
  'use no memo'; // Lighter than what it would save.
  if (isSearching) return <EmptyState title={<FormattedMessage id="table.nothing_found" />} />;
  return (
    <Empty>
      <EmptyState
        title={<FormattedMessage id={isContacts ? 'contacts.empty' : 'table.empty'} />}
        text={onImport && <FormattedMessage id={isContacts ? 'contacts.empty_text' : 'table.empty_text'} />}
        action={
          onImport && (
            <Button icon={FileUp} onClick={onImport}>
              <FormattedMessage id="table.import" />
            </Button>
          )
        }
      />
    </Empty>
  );
}

/** A table or contact list: its rows, and all actions on rows and columns. */
export const TableView = withQueries(function TableView({ item, first, entries = [] }: TableViewProps) {
  const [begin] = useState(() => {
    const view = first.views.find(({ id }) => id === first.view);
    return view ? queryOf(settingsOf(view), first.columns) : ANY;
  });
  const table = useTable(item.id, first, begin);
  const openRow = useOpenRow();
  const views = useViews(item.id, table, first, openRow.id !== null);
  const changes = useTableChanges(item.id, table);
  const find = useFind(table);
  const outdated = useOutdatedLists();
  const [shown, setShown] = useState<TableDialog | null>(null);
  useEffect(() => {
    const file = takePendingImportFile(item.id);
    if (file) setShown({ dialog: 'import', file });
  }, [item.id]);
  const close = useCallback(() => setShown(null), []);
  const open = (dialog: TableDialog) =>
    dialog.dialog === 'row' && dialog.row ? openRow.open(dialog.row.id, dialog.field) : setShown(dialog);
  const mayChange = item.allowed.includes('item.change') && item.trashed_at === null;
  const isSearching = table.query.q !== '' || table.query.filter !== '';
  const { type, group } = views.settings;
  const isUnreadable = views.current?.unreadable_filter === true && views.settings.filter === null;
  const isNarrow = useIsNarrow(first.isPhone ?? null);
  // The lists of a board and the days of a month say themselves that they are empty.
  const isArranged = type === 'board' || type === 'calendar';
  const isEmpty = table.total === 0;
  const isRead = !isUnreadable && !table.loading && !table.isFormer;
  const isShownEmpty = isEmpty && isRead && (isSearching || !(isArranged && mayChange));
  const isGrid = type === 'grid' && isNarrow !== true && (mayChange || !isEmpty);
  const isFindable = !isEmpty && isGrid && group.length === 0 && table.query.q === '';
  useShortcutsKey(() => setShown({ dialog: 'shortcuts' }), isGrid && openRow.id === null);
  const waiting = countWaiting(changes.drafts);
  useMarkWaitingCells(waiting > 0);
  const refresh = () => {
    void table.refresh();
    views.refresh();
  };
  useTableEvents(item.id, table.columns, refresh);

  return (
    <InputFormatContext value={first.writtenIn}>
      <PhoneCountryContext value={first.country}>
        {openRow.id !== null && (
          <RowPage
            item={item}
            table={table}
            changes={changes}
            id={openRow.id}
            field={openRow.field}
            first={first.opened ?? null}
            mayChange={mayChange}
            addressOf={openRow.addressOf}
            onShow={(row) => openRow.open(row)}
            onDialog={setShown}
            onClose={openRow.close}
          />
        )}
        <Rows inert={openRow.id !== null}>
          {(mayChange || !isEmpty || isSearching || views.views.length > 0) && (
            <ViewBar
              itemId={item.id}
              views={views}
              columns={table.columns}
              mayChange={mayChange}
              mayShare={mayChange && item.allowed.includes('item.share')}
            />
          )}
          <TableBar
            {...{ item, table, changes, entries, mayChange, isGrid }}
            onFind={isFindable ? find.open : null}
            onOpen={open}
          />
          {table.columns.some(({ changing }) => changing) && (
            <ChangingColumns
              columns={table.columns}
              mayChange={mayChange}
              onDone={() => void table.refresh()}
            />
          )}
          {mayChange && runningBulks(changes.undoControl.stack).length > 0 && (
            <BulkProgress itemId={item.id} undoControl={changes.undoControl} refresh={refresh} />
          )}
          {/* One whose dialog is open shows its progress there. */}
          {mayChange && shown?.dialog !== 'import' && (
            <ImportBar
              itemId={item.id}
              onChoose={(prepared) => setShown({ dialog: 'import', prepared })}
              onDone={() => void table.reload()}
            />
          )}
          {waiting > 0 && <LeaveGuard views />}
          {waiting > 0 && <UnsavedCells count={waiting} onRetry={changes.retry} />}
          <TableNotices {...{ table, isUnreadable }} outdated={outdated.stores} />
          {!isUnreadable && (!isEmpty || mayChange) && !(isSearching && isEmpty) && (
            <OutdatedLists value={outdated.report}>
              <div hidden={table.isFormer && !table.loading} style={table.isFormer ? FORMER : undefined}>
                <TableRows
                  {...{ item, table, changes, views, find, isNarrow, mayChange }}
                  openRowId={openRow.id}
                  onOpen={open}
                />
              </div>
            </OutdatedLists>
          )}
          {isShownEmpty && (
            <EmptyTable
              isSearching={isSearching}
              isContacts={item.kind === 'contact'}
              onImport={mayChange ? () => setShown({ dialog: 'import' }) : null}
            />
          )}
        </Rows>
        {shown && (
          <TableDialogs {...{ item, table, changes, shown }} settings={views.settings} onClose={close} />
        )}
      </PhoneCountryContext>
    </InputFormatContext>
  );
});
