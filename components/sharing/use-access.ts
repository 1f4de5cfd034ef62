import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import type { ItemRole } from '#lib/access/roles.ts';
import type { ChangeAccessRequest, ChangedAccess, ResourceAccess } from '#lib/contract/access.ts';
import { changeAccess, currentAccessOf, type ShareableResource } from '#services/sharing.ts';

type People = NonNullable<ChangeAccessRequest['people']>;
/** One person's, group's or address's new role; null takes them out. */
type Wanted = ({ user_id: string } | { group_id: string } | { email: string }) & { role: ItemRole | null };

export type AccessControl = {
  access: ResourceAccess;
  busy: boolean;
  /** Why the last change was refused. */
  problem: ReactNode;
  /** What came of addresses that were invited by the last change. */
  invitations: ChangedAccess['invitations'];
  /** The resource's own people and groups, with one of them as wanted. */
  peopleWith: (wanted: Wanted) => People;
  /** Changes it at once. @returns whether that worked */
  change: (change: ChangeAccessRequest) => Promise<boolean>;
};

/** The people and groups of a resource itself, with one of them as wanted. */
export function updatePeople(access: ResourceAccess, wanted: Wanted): People {
  const id = 'user_id' in wanted ? wanted.user_id : null;
  const group = 'group_id' in wanted ? wanted.group_id : null;
  const email = 'email' in wanted ? wanted.email.toLowerCase() : null;
  const retained: People = [
    ...access.people.flatMap(({ person, own_role }) =>
      own_role === null || person.id === id ? [] : [{ user_id: person.id, role: own_role }],
    ),
    // Also groups whose names this reader may not know: they stay as they are.
    ...access.granted_groups.flatMap((one) =>
      one.id === group ? [] : [{ group_id: one.id, role: one.role }],
    ),
    ...access.invited.flatMap((one) =>
      one.email.toLowerCase() === email ? [] : [{ email: one.email, role: one.role }],
    ),
  ];
  const { role, ...who } = wanted;
  return role === null ? retained : [...retained, { ...who, role }];
}

/** What is to be changed, and the access before that. */
type Change = { wanted: ChangeAccessRequest; base: ResourceAccess };

type UseAccessOptions = {
  resource: ShareableResource;
  initial: ResourceAccess;
  onChanged: () => void;
  /** What is said where somebody else was quicker. */
  conflict: ReactNode;
};

/** A resource's access on screen, and changes of it. */
export function useAccess({ resource, initial, onChanged, conflict }: UseAccessOptions): AccessControl {
  const [access, setAccess] = useState(initial);
  const [invitations, setInvitations] = useState<ChangedAccess['invitations']>([]);
  const disclose = useDisclosure();

  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: ({ wanted, base }: Change) =>
      disclose((accepted) => changeAccess(resource, base.revision, { ...wanted, ...accepted })),
    onSuccess: (changed, { base }) => {
      if (!changed) return setAccess(base);
      setAccess(changed.data);
      setInvitations(changed.data.invitations);
      onChanged();
    },
    onError: (error, { base }) => setAccess(currentAccessOf(error) ?? base),
  });
  const change = async (wanted: ChangeAccessRequest) => {
    // A choice is shown in the event itself, or its radio button would fall back; a refusal rolls it back.
    if (wanted.visibility) setAccess({ ...access, visibility: wanted.visibility });
    try {
      return (await mutateAsync({ wanted, base: access })) !== null;
    } catch {
      // It is `problem` now.
      return false;
    }
  };

  return {
    access,
    busy: isPending,
    problem: error && (currentAccessOf(error) ? conflict : failureText(error)),
    invitations,
    peopleWith: (wanted) => updatePeople(access, wanted),
    change,
  };
}
