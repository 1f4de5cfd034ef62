import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { useShell } from '#context/ShellContext.tsx';
import { NO_SPACE } from '#lib/browser/item-path.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { CellContext } from './cells/cell-text.ts';
import type { PeopleByName } from './cells/parse-cell.ts';

const PEOPLE_TYPES: ReadonlySet<string> = new Set(['person', 'created_by', 'updated_by']);

/** What the texts of cells depend on: the hub's formats, and its people where a column has some. */
export function useCellContext(columns: readonly WireColumn[]): {
  context: CellContext;
  peopleByName: PeopleByName;
} {
  const intl = useIntl();
  const { hub } = useShell();
  const { locale = intl.locale, timeZone } = useContext(InputFormatContext) ?? {};
  const handle = hub?.domain_handle ?? null;
  const hasPeople = columns.some(({ type }) => PEOPLE_TYPES.has(type));
  const { data } = useQuery({
    queryKey: ['people', handle],
    queryFn: async ({ signal }) => (await import('./load-people.ts')).loadPeople(handle ?? '', signal),
    enabled: handle !== null && hasPeople,
  });
  const restricted = intl.formatMessage({ id: 'table.restricted' });
  return useMemo(() => {
    const people = data ?? [];
    const rowAddress = (table: string, row: string) => `/${handle}/${NO_SPACE}/${table}?open=${row}`;
    return {
      context: {
        ...{ locale, timeZone, restricted },
        people: new Map(people.map(({ id, name }) => [id, name])),
        ...(handle === null ? {} : { rowAddress }),
      },
      peopleByName: new Map(
        people.flatMap(({ id, name, mail }) =>
          [name, mail].flatMap((one): [string, string][] => (one ? [[one.toLowerCase(), id]] : [])),
        ),
      ),
    };
  }, [data, locale, timeZone, restricted, handle]);
}
