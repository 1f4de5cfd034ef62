import { useState } from 'react';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import type { Space } from '#lib/contract/space.ts';
import type { SpaceGroup } from '#lib/contract/space-member.ts';
import { listSpaceGroups } from '#services/space-members.ts';

/**
 * The groups of a space on screen, loaded again when others change the space or the hub's people; `onEvent` reloads
 * what else is shown.
 */
export function useSpaceGroups(space: Pick<Space, 'id' | 'slug'>, first: SpaceGroup[], onEvent: () => void) {
  const [list, setList] = useState(first);
  const { hub } = useShell();
  useChangeEvents(hub?.domain_handle ?? null, ({ about, id }) => {
    if (about !== 'people' && !(about === 'space' && id === space.id)) return;
    onEvent();
    listSpaceGroups(space.slug).then(
      ({ data }) => setList(data),
      () => undefined,
    );
  });
  return {
    list,
    /** Shows a group with another role, or a new one. */
    put: (group: SpaceGroup) =>
      setList((known) =>
        known.some(({ id }) => id === group.id)
          ? known.map((one) => (one.id === group.id ? group : one))
          : [...known, group].sort((a, b) => a.name.localeCompare(b.name)),
      ),
    remove: (groupId: string) => setList((known) => known.filter(({ id }) => id !== groupId)),
  };
}
