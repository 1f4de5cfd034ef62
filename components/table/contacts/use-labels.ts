import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { labelColumnOf } from '#lib/contacts/labels.ts';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import { listLabels } from '#services/contacts.ts';
import { labelIdsOf } from '#services/labels.ts';
import { contactsKey } from './use-contacts.ts';

/** The labels of a contact list with the number of people who have each, their column, and those of a person. */
export function useLabels(itemId: string, columns: readonly WireColumn[]) {
  const column = labelColumnOf(columns);
  const { data } = useQuery({
    queryKey: [...contactsKey(itemId), 'labels'],
    queryFn: ({ signal }) => listLabels(itemId, signal),
    enabled: column !== undefined,
  });
  return useMemo(() => {
    // Until they are counted, they are known by their column.
    const options = column?.options ?? [];
    const labels =
      column && data
        ? data
        : options.map(({ id, label }) => ({ id, label, color: column?.option_colors?.[id], people: 0 }));
    const byId = new Map(labels.map((one) => [one.id, one]));
    const labelsOf = (row: Pick<Row, 'values'>) =>
      labelIdsOf(row, column).flatMap((id) => byId.get(id) ?? []);
    return { column, labels, labelsOf };
  }, [column, data]);
}

export type LabelsOfList = ReturnType<typeof useLabels>;
