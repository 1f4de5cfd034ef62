import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { useShell } from '#context/ShellContext.tsx';
import { NO_SPACE } from '#lib/browser/item-path.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import { listMembers } from '#services/members.ts';
import type { CellContext } from './cells/cell-text.ts';
import type { PeopleByName } from './cells/parse-cell.ts';
import type { Person } from './cells/person.ts';

const PEOPLE_TYPES: ReadonlySet<string> = new Set(['person', 'created_by', 'updated_by']);
/** Members whose names are read from a pasted text; the names of others come with their rows. */
const PEOPLE_MAX = 500;
const PAGE = 100;

async function loadPeople(handle: string, signal: AbortSignal): Promise<Person[]> {
  const people: Person[] = [];
  for (let page = 1; people.length < PEOPLE_MAX; page += 1) {
    const found = await listMembers(handle, { page, page_size: PAGE }, signal);
    for (const { id, first_name, last_name, email } of found.data)
      people.push({ id, name: `${first_name} ${last_name}`.trim() || email, mail: email });
    if (!found.hasMore || found.error) break;
  }
  return people;
}

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
    queryFn: ({ signal }) => loadPeople(handle ?? '', signal),
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
