import type { NewsItem } from './news.ts';

/** What the policy let somebody write to, as far as news need it. */
type Written = { id?: unknown; hub_id?: unknown; scope_id?: unknown; kind?: unknown };

function asWritten(thing: unknown): Written {
  return typeof thing === 'object' && thing !== null ? thing : {};
}

function aboutThing(thing: unknown): NewsItem | null {
  const { id, hub_id: hubId, scope_id: scopeId, kind } = asWritten(thing);
  if (typeof id !== 'string' || typeof hubId !== 'string' || typeof scopeId !== 'string') return null;
  return { about: typeof kind === 'string' ? 'item' : 'space', hubId, id };
}

/** Whether a request changes anything; signing out does, though the contract has it as a GET. */
export function isWrite(method: string, path: string): boolean {
  return method !== 'GET' || path === 'auth/logout/';
}

/** What nobody has to be signed in for and ends nothing: else every sign-in would have all open sockets asked for. */
const ENDS_NO_SESSION = new Set([
  'auth/register/',
  'auth/login/',
  'auth/password/forgot/',
  'auth/share-link/',
]);

/**
 * The news of a write that was done, by its path below `/api/v1/`, who did it, what it was allowed on and what came of
 * it: an item or a space (those that have a `scope_id`), a hub's people, an account's sessions.
 */
export function newsOfWrite(write: {
  path: string;
  userId: string | null;
  authorized: unknown;
  result: unknown;
}): NewsItem[] {
  const { path, userId, authorized, result } = write;
  // Forms have no news yet.
  if (path.startsWith('forms/') || path.startsWith('public/')) return [];
  if (ENDS_NO_SESSION.has(path)) return [];
  if (path.startsWith('auth/')) return [{ about: 'account', userId }];
  if (path.startsWith('hubs/')) {
    const { id } = asWritten(authorized);
    return typeof id === 'string' ? [{ about: 'people', hubId: id }] : [];
  }
  return [aboutThing(authorized), aboutThing(result)].filter((one) => one !== null);
}
