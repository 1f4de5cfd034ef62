import type { NewsItem } from '#server/platform/realtime/news.ts';

/** What the policy let somebody write to, as far as news need it. */
type Written = {
  id?: unknown;
  hub_id?: unknown;
  scope_id?: unknown;
  kind?: unknown;
  published_version?: unknown;
};

function asWritten(thing: unknown): Written {
  return typeof thing === 'object' && thing !== null ? thing : {};
}

function aboutThing(thing: unknown): NewsItem | null {
  const written = asWritten(thing);
  const { id, hub_id: hubId, scope_id: scopeId, kind } = written;
  if (typeof id !== 'string' || typeof hubId !== 'string' || typeof scopeId !== 'string') return null;
  // Only a form is published in versions; only an item has a kind of its own.
  const isForm = kind === 'form' || 'published_version' in written;
  return { about: isForm ? 'form' : typeof kind === 'string' ? 'item' : 'space', hubId, id };
}

/** What came of a request about several things. */
function severalIn(result: unknown): unknown[] {
  const several = typeof result === 'object' && result !== null && 'items' in result ? result.items : null;
  return Array.isArray(several) ? several : [];
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

/** Writes of answers, by whoever fills a form or whoever reads them. */
const OF_ANSWERS = /^(?:public\/forms\/:slug\/(?:submissions|answers)\/|forms\/:id\/submissions\/)/;

/**
 * The news of a write that was done, by its path below `/api/v1/`, who did it, what it was allowed on and what came of
 * it: an item, a form or a space (those that have a `scope_id`), a form's answers, a hub's people, an account's sessions.
 */
export function newsOfWrite(write: {
  path: string;
  userId: string | null;
  authorized: unknown;
  result: unknown;
}): NewsItem[] {
  const { path, userId, authorized, result } = write;
  const things = [authorized, result, ...severalIn(result)].map(aboutThing).filter((one) => one !== null);
  if (OF_ANSWERS.test(path)) {
    return things.flatMap((one) => (one.about === 'form' ? [{ ...one, about: 'answers' as const }] : []));
  }
  // Who works on a form says so all the time; only coming and going is told, and where that is known.
  if (path === 'forms/:id/editing/') return [];
  // What is sent for an answer is none yet.
  if (path.startsWith('public/')) return [];
  if (ENDS_NO_SESSION.has(path)) return [];
  if (path.startsWith('auth/')) return [{ about: 'account', userId }];
  if (path.startsWith('hubs/')) {
    const { id } = asWritten(authorized);
    return typeof id === 'string' ? [{ about: 'people', hubId: id }] : [];
  }
  return things;
}
