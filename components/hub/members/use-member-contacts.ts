import { useQueries } from '@tanstack/react-query';
import { PEOPLE_PAGE_SIZE } from '#components/sharing/people-view.ts';
import type { MemberContact } from '#lib/contract/member-contacts.ts';
import { listMemberContacts } from '#services/contacts.ts';
import { memberContactsKey } from './people-queries.ts';

/**
 * The people of contact lists who are these members, by the members' ids: one request for each page of the list, after the list
 * itself. Without them the list is whole.
 */
export function useMemberContacts(
  handle: string,
  ids: readonly string[],
): ReadonlyMap<string, readonly MemberContact[]> {
  const pages: string[][] = [];
  for (let from = 0; from < ids.length; from += PEOPLE_PAGE_SIZE)
    pages.push(ids.slice(from, from + PEOPLE_PAGE_SIZE));
  return useQueries({
    queries: pages.map((page) => ({
      queryKey: [...memberContactsKey(handle), page],
      queryFn: ({ signal }: { signal: AbortSignal }) => listMemberContacts(handle, page, signal),
      retry: false,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data = [] }) => data.map(({ id, contacts }) => [id, contacts] as const))),
  });
}
