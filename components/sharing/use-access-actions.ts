import { type ReactNode, useState } from 'react';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import type { ItemRole } from '#lib/access/roles.ts';
import type { WhoCanSeeEntry } from '#lib/contract/access.ts';
import { type AccessResource, changeAccess, getAccess, revokeShareLink } from '#services/sharing.ts';
import { changeSpaceMember, removeSpaceMember } from '#services/space-members.ts';
import { updatePeople } from './use-access.ts';

/**
 * Actions on the rows of “Who can see this?”, for access granted on the resource itself; `onDone` runs after each
 * successful change.
 */
export function useAccessActions(resource: AccessResource, onDone: () => void) {
  const disclose = useDisclosure();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);

  /** Gives a user another role here; null removes the user. @throws the client's error */
  const give = async (userId: string, role: ItemRole | null) => {
    if (resource.kind === 'space') {
      if (role) await changeSpaceMember(resource.slug, userId, { role });
      else await removeSpaceMember(resource.slug, userId);
    } else {
      const { data: access } = await getAccess(resource);
      const people = updatePeople(access, { user_id: userId, role });
      await disclose((accepted) => changeAccess(resource, access.revision, { people, ...accepted }));
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

  const revoke = async ({ id, view }: NonNullable<WhoCanSeeEntry['link']>) => {
    if (resource.kind === 'space') return;
    await revokeShareLink(view ? { kind: 'view', id: view.id, itemId: resource.id } : resource, id);
    onDone();
  };

  return { busy, problem, setRole, remove: (userId: string) => give(userId, null), revoke };
}

export type AccessActions = ReturnType<typeof useAccessActions>;
