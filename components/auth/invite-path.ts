/** The page of an invitation. */
export const invitePath = (token: string) => `/invite/${encodeURIComponent(token)}`;
