/** Query keys of a hub's lists of people; the shorter one is a prefix of the others. */
export const membersKey = (handle: string) => ['hub', handle, 'members'];
export const invitesKey = (handle: string) => ['hub', handle, 'invites'];
export const joinRequestsKey = (handle: string) => ['hub', handle, 'join-requests'];
