/**
 * The account whose data this document holds in memory: lists of earlier pages, uploads in progress. It
 * outlives a navigation, including one over the sign-in page, where another user may sign in.
 */
let owner: string | null = null;

/** Whether the document holds data of another account than this one: only reloading it clears that. */
export const isOwnedByOther = (account: string): boolean => owner !== null && owner !== account;

/** Records whose data the document holds from now on. */
export function ownPage(account: string): void {
  owner = account;
}
