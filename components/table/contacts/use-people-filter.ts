import { useRouter } from 'next/router';
import { useState } from 'react';
import { pathWith } from '#lib/browser/path-with.ts';
import type { View } from '#lib/contract/table-views.ts';

const idsIn = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(',').filter((id) => id !== '') : [];

/** Which people are shown: those of a saved view, and who has all of some labels; both are in the address. */
export function usePeopleFilter(groups: readonly View[]) {
  const router = useRouter();
  const [group, setGroup] = useState(() => groups.find(({ id }) => id === router.query.view)?.id ?? '');
  const [labels, setLabels] = useState(() => idsIn(router.query.labels));
  const store = (name: string, value: string) => {
    const path = pathWith(router.asPath, name, value || null);
    void router.replace(path, undefined, { shallow: true, scroll: false });
  };
  return {
    group,
    labels,
    chooseGroup: (id: string) => {
      setGroup(id);
      store('view', id);
    },
    chooseLabels: (ids: string[]) => {
      setLabels(ids);
      store('labels', ids.join(','));
    },
  };
}

/** The filter of rows that have all of some labels; empty for all people. */
export const labelsFilter = (column: { id: string } | undefined, labels: readonly string[]): string =>
  column && labels.length > 0 ? JSON.stringify({ field: column.id, op: 'all_of', value: labels }) : '';
