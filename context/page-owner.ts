/**
 * Whose data this document holds in memory: lists that were left, files on their way. It outlives a change of page, and so
 * the way over the sign-in page, where somebody else may sign in.
 */
let owner: string | null = null;

/** Whether the document holds data of another account than this one: only loading it anew clears that. */
export const isOwnedByOther = (account: string): boolean => owner !== null && owner !== account;

/** Notes whose data the document holds from now on. */
export function ownPage(account: string): void {
  owner = account;
}
