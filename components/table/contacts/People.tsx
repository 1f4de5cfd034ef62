import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { LabelFilter } from '#components/table/contacts/labels/LabelFilter.tsx';
import type { TableData } from '#components/table/rows/table-data.ts';
import { Button } from '#components/ui/Button.tsx';
import { EntryList } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useTypedSearch } from '#context/use-debounced.ts';
import { cellText } from '#lib/contacts/contact-columns.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import { space } from '#styles/tokens.ts';
import { ContactBar } from './ContactBar.tsx';
import { ContactCard } from './ContactCard.tsx';
import { ContactDialogs } from './ContactDialogs.tsx';
import { type ContactEntryProps, ContactRow } from './ContactRow.tsx';
import { NoPeople } from './NoPeople.tsx';
import { SelectedPeople } from './SelectedPeople.tsx';
import { useCardPhotos } from './use-card-photos.ts';
import { useContactDialog } from './use-contact-dialog.ts';
import { useContactList, useContacts } from './use-contacts.ts';
import { useLabels } from './use-labels.ts';
import { useMembers } from './use-members.ts';
import { labelsFilter, usePeopleFilter } from './use-people-filter.ts';

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
  gap: ${space(4)};
`;

const More = styled.div`
  display: flex;
  justify-content: center;
  margin-top: ${space(4)};
`;

/** The selected people, by their ids. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (id: string, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  return { selected, setSelected, select };
}

type EntriesProps = { view: 'list' | 'cards'; entries: readonly ContactEntryProps[] };

function Entries({ view, entries }: EntriesProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'contacts.people' });
  if (view === 'cards')
    return (
      <Cards aria-label={label}>
        {entries.map((entry) => (
          <ContactCard {...entry} key={entry.row.id} />
        ))}
      </Cards>
    );
  return (
    <EntryList $framed aria-label={label}>
      {entries.map((entry) => (
        <ContactRow {...entry} key={entry.row.id} />
      ))}
    </EntryList>
  );
}

type PeopleProps = { item: Item; first: TableData; view: 'list' | 'cards' };

/** The people of a contact list by name, in rows or on cards; each opens as a sheet that has an address. */
export const People = withQueries(function People({ item, first, view }: PeopleProps) {
  const { columns, wireColumns, known, reload } = useContactList(item.id, first);
  const { typed, setTyped, q: searched } = useTypedSearch();
  const q = searched.trim();
  const groups = first.views.filter(({ filter }) => filter !== null);
  const { group, chooseGroup, ...chosen } = usePeopleFilter(groups);
  const labels = useLabels(item.id, wireColumns);
  const filter = labelsFilter(labels.column, chosen.labels);
  const list = useContacts(item.id, { q, sort: known.name?.name ?? '', view: group, filter });
  const { selected, setSelected, select } = useSelection();
  const selectedRows = list.entries.filter(({ id }) => selected.has(id));
  const { shown, open } = useContactDialog();
  const mayChange = item.allowed.includes('item.change') && item.trashed_at === null;
  const isEmpty = list.entries.length === 0 && !list.loading && list.error === null;
  const slow = useIsSlow(list.loading && list.entries.length === 0);
  const emailOf = (row: Row) => cellText(row, known.email);
  const members = useMembers(list.entries.map(emailOf));
  const photos = useCardPhotos(
    item.id,
    list.entries.map(({ id }) => id),
  );
  const entryOf = (row: Row) => ({
    row,
    member: members.get(emailOf(row).toLowerCase()),
    hasCardPhoto: photos.has(row.id),
    item,
    columns: known,
    country: first.country,
    onOpen: (id: string) => open({ dialog: 'person', id }),
    labels: labels.labelsOf(row),
    selection: mayChange
      ? {
          isSelected: selected.has(row.id),
          onSelect: (isSelected: boolean) => select(row.id, isSelected),
        }
      : null,
  });

  return (
    <InputFormatContext value={first.writtenIn}>
      <PhoneCountryContext value={first.country}>
        <ContactBar
          item={item}
          typed={typed}
          onType={setTyped}
          q={q}
          count={list.count}
          groups={groups}
          group={group}
          onGroup={chooseGroup}
          filter={filter}
          mayChange={mayChange}
          onOpen={open}
        />
        <LabelFilter
          labels={labels.labels}
          chosen={chosen.labels}
          onChoose={chosen.chooseLabels}
          onManage={mayChange ? () => open({ dialog: 'labels' }) : null}
        />
        {slow && <SkeletonList rows={6} />}
        {list.entries.length > 0 && <Entries view={view} entries={list.entries.map(entryOf)} />}
        {isEmpty && (
          <NoPeople
            reason={typed !== '' ? 'search' : filter !== '' ? 'labels' : group !== '' ? 'group' : 'no people'}
            onImport={mayChange ? () => open({ dialog: 'import cards' }) : null}
          />
        )}
        {list.error !== null && (
          <ErrorState message={list.error} retrying={list.loading} onRetry={() => void list.loadMore()} />
        )}
        {list.hasMore && list.error === null && list.entries.length > 0 && (
          <More>
            <Button busy={list.loading} onClick={() => void list.loadMore()}>
              <FormattedMessage id="action.show_more" />
            </Button>
          </More>
        )}
        {selectedRows.length > 0 && (
          <SelectedPeople
            itemId={item.id}
            rows={selectedRows}
            shown={list.entries.length}
            labels={labels}
            onSelectAll={() => setSelected(new Set(list.entries.map(({ id }) => id)))}
            onClear={() => setSelected(new Set())}
            onChanged={reload}
          />
        )}
        <ContactDialogs
          item={item}
          columns={columns}
          wireColumns={wireColumns}
          known={known}
          labels={labels}
          rows={list.entries}
          country={first.country}
          mayChange={mayChange}
          shown={shown}
          onShow={open}
          onChanged={reload}
        />
      </PhoneCountryContext>
    </InputFormatContext>
  );
});
