/** Query keys of a hub's lists of people; the shorter one is a prefix of the others. */
export const membersKey = (handle: string) => ['hub', handle, 'members'];
export const memberContactsKey = (handle: string) => ['hub', handle, 'member-contacts'];
export const invitesKey = (handle: string) => ['hub', handle, 'invites'];
export const joinRequestsKey = (handle: string) => ['hub', handle, 'join-requests'];
export const groupsKey = (handle: string) => ['hub', handle, 'groups'];
export const groupKey = (handle: string, id: string) => ['hub', handle, 'group', id];
export const groupMembersKey = (handle: string, id: string) => [...groupKey(handle, id), 'members'];
export const groupGrantsKey = (handle: string, id: string) => [...groupKey(handle, id), 'grants'];
/** All of them. */
export const peopleKey = (handle: string) => ['hub', handle];
