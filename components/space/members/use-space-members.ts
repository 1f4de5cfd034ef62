import { useTypedSearch } from '#context/use-debounced.ts';
import { useListQuery } from '#context/use-list-query.ts';
import type { SpaceMember } from '#lib/contract/space-member.ts';
import type { ListPage } from '#services/http.ts';
import { listSpaceMembers } from '#services/space-members.ts';

/** The key of the queries of a space's members. */
export const spaceMembersKey = (slug: string) => ['space members', slug];

/** The members of a space, searched by what is typed; `first` is their first page as the server rendered it. */
export function useSpaceMembers(slug: string, first: ListPage<SpaceMember>) {
  const search = useTypedSearch();
  const { q } = search;
  const list = useListQuery<SpaceMember>({
    of: spaceMembersKey(slug),
    filter: { q },
    first,
    load: ({ page }, signal) => listSpaceMembers(slug, { page, ...(q ? { q } : {}) }, signal),
    idOf: ({ user }) => user.id,
  });
  return {
    ...list,
    ...search,
    /** Shows a member with another role, or a new one. */
    put: (member: SpaceMember) =>
      list.entries.some(({ user }) => user.id === member.user.id)
        ? list.replace(member)
        : list.insert(member),
  };
}

export type SpaceMembersControl = ReturnType<typeof useSpaceMembers>;
