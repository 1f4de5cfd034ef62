import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { TableData } from '#components/table/rows/table-data.ts';
import { lazyComponent, lazyDialog } from '#components/ui/lazy-component.tsx';
import { Tabs } from '#components/ui/Tabs.tsx';
import { pathWith } from '#lib/browser/path-with.ts';
import type { Item } from '#lib/contract/item.ts';
import { space } from '#styles/tokens.ts';
import { CONTACT_VIEWS, contactViewOf } from './contact-view.ts';

const TableView = dynamic(() => import('#components/table/TableView.tsx').then((file) => file.TableView));
const People = lazyComponent(() => import('./People.tsx').then((file) => file.People));
const Duplicates = lazyComponent(() => import('./Duplicates.tsx').then((file) => file.Duplicates));

const ImportContactCards = lazyDialog(() =>
  import('./ImportContactCards.tsx').then((file) => file.ImportContactCards),
);

const Views = styled.div`
  margin-bottom: ${space(4)};
`;

type EntriesCode = typeof import('./contact-entries.tsx');

/** The code of the entries of a menu, which nobody opens at once. */
function useEntriesCode(): EntriesCode | null {
  const [code, setCode] = useState<EntriesCode | null>(null);
  useEffect(() => {
    // Without a network the menu has its other entries.
    import('./contact-entries.tsx').then(setCode, () => undefined);
  }, []);
  return code;
}

type ContactListProps = { item: Item; first: TableData };

/** A contact list: as a table, as people in a list or on cards, and its possible duplicates; each has an address. */
export function ContactList({ item, first }: ContactListProps) {
  const intl = useIntl();
  const { asPath, query } = useRouter();
  const mayChange = item.allowed.includes('item.change') && item.trashed_at === null;
  const view = contactViewOf(query.show, mayChange);
  const [importing, setImporting] = useState(false);
  const entriesCode = useEntriesCode();
  const views = CONTACT_VIEWS.filter((one) => one !== 'duplicates' || mayChange);
  return (
    <>
      <Views data-print="hidden">
        <Tabs
          shallow
          label={intl.formatMessage({ id: 'contacts.views' })}
          current={view}
          items={views.map((key) => ({
            key,
            label: <FormattedMessage id={`contacts.view_${key}`} />,
            href: pathWith(pathWith(asPath, 'person', null), 'show', key === 'table' ? null : key),
          }))}
        />
      </Views>
      {view === 'table' ? (
        <TableView
          item={item}
          first={first}
          entries={entriesCode?.entriesBesideTable(item, mayChange ? () => setImporting(true) : null)}
        />
      ) : view === 'duplicates' ? (
        <Duplicates item={item} first={first} />
      ) : (
        <People item={item} first={first} view={view} />
      )}
      {importing && (
        <ImportContactCards itemId={item.id} columns={first.columns} onClose={() => setImporting(false)} />
      )}
    </>
  );
}
