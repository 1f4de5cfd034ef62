/** The keys of a hub's lists of people; the shorter one stands for all that it begins. */
export const membersKey = (handle: string) => ['hub', handle, 'members'];
export const invitesKey = (handle: string) => ['hub', handle, 'invites'];
export const joinRequestsKey = (handle: string) => ['hub', handle, 'join-requests'];
