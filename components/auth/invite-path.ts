/** Where an invitation is answered. */
export const invitePath = (token: string) => `/invite/${encodeURIComponent(token)}`;
