import { useQueries } from '@tanstack/react-query';
import { useShell } from '#context/ShellContext.tsx';
import { getMember } from '#services/members.ts';
import { personName } from './people-view.ts';

/** The names of members of the hub by their ids, each asked of the server; who left it has none. */
export function useMemberNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { hub } = useShell();
  const handle = hub?.domain_handle ?? '';
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['member', handle, id],
      queryFn: ({ signal }: { signal: AbortSignal }) => getMember(handle, id, signal),
      enabled: handle !== '',
      retry: false,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ? [[data.data.id, personName(data.data)] as const] : []))),
  });
}
