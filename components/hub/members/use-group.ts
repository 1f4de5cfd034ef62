import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { reloadQueries } from '#context/reload-queries.ts';
import type { HubGroup } from '#lib/contract/group.ts';
import { getGroup } from '#services/groups.ts';
import { failureOf } from '#services/http.ts';
import { groupKey } from './people-queries.ts';

/** A group as it was rendered, or as it was loaded or changed since; the screen reloads it when people change. */
export function useGroup(handle: string, rendered: HubGroup) {
  const client = useQueryClient();
  const { id } = rendered;
  const queryKey = useMemo(() => groupKey(handle, id), [handle, id]);
  const { data: group, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await getGroup(handle, id, signal)).data,
    initialData: rendered,
  });
  const replace = useCallback(
    (changed: HubGroup) => void client.setQueryData<HubGroup>(queryKey, changed),
    [client, queryKey],
  );
  useEffect(() => replace(rendered), [rendered, replace]);
  return {
    group,
    /** Somebody else deleted it. */
    isGone: failureOf(error)?.status === 404,
    replace,
    /** Loads it again, with its members and grants. */
    reload: () => void reloadQueries(client, queryKey),
  };
}
