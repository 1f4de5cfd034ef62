import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { TableData } from '#components/table/rows/table-data.ts';
import { useTableEvents } from '#components/table/rows/use-table-events.ts';
import { reloadQueries } from '#context/reload-queries.ts';
import { useListQuery } from '#context/use-list-query.ts';
import { contactColumns } from '#lib/contacts/contact-columns.ts';
import type { Row } from '#lib/contract/table.ts';
import { engineColumns } from '#lib/fields/column-base.ts';
import { listContacts } from '#services/contacts.ts';
import { listColumns } from '#services/table.ts';

/** The key of all queries of a contact list. */
export const contactsKey = (itemId: string) => ['contacts', itemId];

/** The columns of a contact list, as the field engine and as the API has them, and what loads it again; others' changes load it by themselves. */
export function useContactList(itemId: string, first: TableData) {
  const client = useQueryClient();
  const [initialData] = useState(first.columns);
  const { data: wireColumns } = useQuery({
    queryKey: [...contactsKey(itemId), 'columns'],
    queryFn: ({ signal }) => listColumns(itemId, signal),
    initialData,
  });
  const columns = useMemo(() => engineColumns(wireColumns), [wireColumns]);
  const reload = () => void reloadQueries(client, contactsKey(itemId));
  useTableEvents(itemId, wireColumns, reload);
  return { columns, wireColumns, known: contactColumns(columns), reload };
}

type Found = {
  q: string;
  sort: string;
  /** A saved view, as a group; empty for all people. */
  view: string;
  /** A filter of rows besides; empty without one. */
  filter: string;
};

/** The people of a contact list, or of a group of it, by name, as far as a search finds them. */
export function useContacts(itemId: string, { q, sort, view, filter }: Found) {
  return useListQuery<Row>({
    of: [...contactsKey(itemId), 'people'],
    filter: { q, sort, view, filter },
    first: null,
    load: ({ after }, signal) => listContacts(itemId, { q, sort, view, filter, after }, signal),
    idOf: ({ id }) => id,
  });
}
