import { useQuery } from '@tanstack/react-query';
import { getGroupGrants } from '#services/groups.ts';
import { groupGrantsKey } from './people-queries.ts';

/** What a group is granted, as far as the user may see it. */
export const useGroupGrants = (handle: string, id: string) =>
  useQuery({
    queryKey: groupGrantsKey(handle, id),
    queryFn: ({ signal }) => getGroupGrants(handle, id, signal),
  });
