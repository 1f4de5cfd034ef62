/** Query keys of a hub's lists of people; the shorter one is a prefix of the others. */
export const membersKey = (handle: string) => ['hub', handle, 'members'];
export const invitesKey = (handle: string) => ['hub', handle, 'invites'];
export const joinRequestsKey = (handle: string) => ['hub', handle, 'join-requests'];
export const groupsKey = (handle: string) => ['hub', handle, 'groups'];
export const groupMembersKey = (handle: string, id: string) => ['hub', handle, 'group', id];
export const groupGrantsKey = (handle: string, id: string) => ['hub', handle, 'grants', id];
/** All of them. */
export const peopleKey = (handle: string) => ['hub', handle];
