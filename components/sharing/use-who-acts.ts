import { type ReactNode, useState } from 'react';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import type { ItemRole } from '#lib/access/roles.ts';
import { changeAccess, getAccess, revokeLink, type WatchedThing } from '#services/sharing.ts';
import { changeSpaceMember, removeSpaceMember } from '#services/space-people.ts';
import { peopleWith } from './use-access.ts';

/** Changes of the lines of “Who can see this?”, on the thing itself; `onDone` runs after each that was made. */
export function useWhoActs(thing: WatchedThing, onDone: () => void) {
  const disclose = useDisclosure();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);

  /** Gives a person another role here by name; null takes them out. @throws the client's error */
  const give = async (userId: string, role: ItemRole | null) => {
    if (thing.kind === 'space') {
      if (role) await changeSpaceMember(thing.slug, userId, { role });
      else await removeSpaceMember(thing.slug, userId);
    } else {
      const { data: access } = await getAccess(thing);
      const people = peopleWith(access, { user_id: userId, role });
      await disclose((accepted) => changeAccess(thing, access.revision, { people, ...accepted }));
    }
    onDone();
  };

  const setRole = async (userId: string, role: ItemRole) => {
    setBusy(true);
    setProblem(null);
    try {
      await give(userId, role);
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  const revoke = async (linkId: string) => {
    if (thing.kind === 'space') return;
    await revokeLink(thing, linkId);
    onDone();
  };

  return { busy, problem, setRole, remove: (userId: string) => give(userId, null), revoke };
}

export type WhoActs = ReturnType<typeof useWhoActs>;
