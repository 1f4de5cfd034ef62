import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import { useWholeListQuery } from '#context/use-whole-list-query.ts';
import type { Space } from '#lib/contract/space.ts';
import type { SpaceGroup } from '#lib/contract/space-member.ts';
import { listSpaceGroups } from '#services/space-members.ts';

/**
 * The groups of a space on screen, loaded again when others change the space or the hub's people; `onEvent` reloads
 * what else is shown.
 */
export function useSpaceGroups(space: Pick<Space, 'id' | 'slug'>, first: SpaceGroup[], onEvent: () => void) {
  const groups = useWholeListQuery<SpaceGroup>({
    of: ['space groups', space.slug],
    first,
    load: async (signal) => (await listSpaceGroups(space.slug, signal)).data,
    add: (known, group) => [...known, group].sort((a, b) => a.name.localeCompare(b.name)),
  });
  const { hub } = useShell();
  const reload = () => {
    onEvent();
    void groups.reload();
  };
  useChangeEvents(
    hub?.domain_handle ?? null,
    ({ about, id }) => {
      if (about === 'people' || (about === 'space' && id === space.id)) reload();
    },
    reload,
  );
  return groups;
}
