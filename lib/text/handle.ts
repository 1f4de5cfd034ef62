import * as message from './messages.ts';
import { identifierProblem } from './rules.ts';
import { slugify } from './slug.ts';

/** The maximum length of a hub's handle and a space's slug: each is one segment of a path. */
export const HANDLE_MAX = 63;

/** First path segments of pages that belong to the user, not to a hub (docs/contract.md §6). */
export const PERSONAL_PAGES: readonly string[] = [
  ...['auth', 'basic-profile', 'create-hub', 'drafts', 'invite', 'join-hub', 'notifications', 'offline'],
  ...['profile', 's', 'search', 'shared', 'verify-email'],
];

/** First path segments of the app's own pages, and of those that Next reserves. */
const RESERVED_HANDLES = new Set([
  ...PERSONAL_PAGES,
  ...[
    'f',
    // `hubs/check/` and `hubs/deleted/` of the API are in the position of a handle.
    'check deleted',
    'api _next ws mcp healthz readyz static public',
    '404 500 _app _document _error',
  ].flatMap((segments) => segments.split(' ')),
]);

const RESERVED_SLUGS = new Set(['settings', 'members']);

/** Whether the app uses this path segment itself; ignores case. */
export const isReservedHandle = (handle: string) => RESERVED_HANDLES.has(handle.toLowerCase());
export const isReservedSlug = (slug: string) => RESERVED_SLUGS.has(slug.toLowerCase());

function addressProblem(value: string, label: string, reserved: (value: string) => boolean): string | null {
  const invalid = identifierProblem(value, label);
  if (invalid) return invalid;
  if (value.length > HANDLE_MAX) return message.maxLength(label, HANDLE_MAX);
  return reserved(value) ? `${label} "${value}" is kept for Hubkeep itself; choose another one` : null;
}

/** Why a text can't be a hub's handle, or null; only the server knows whether it is taken. */
export const handleProblem = (handle: string, label = 'Handle') =>
  addressProblem(handle, label, isReservedHandle);

/** Why a text can't be a space's slug, or null. */
export const spaceSlugProblem = (slug: string, label = 'Address') =>
  addressProblem(slug, label, isReservedSlug);

/** Leaves space for a number after a suggestion that is taken. */
const SUGGESTION_MAX = HANDLE_MAX - 8;

/** A hub's handle derived from its name, always valid; `hub` where the name has no ASCII form. */
export function suggestHandle(name: string): string {
  const slug = slugify(name, SUGGESTION_MAX) || 'hub';
  return isReservedHandle(slug) ? `${slug}-hub` : slug;
}

/** A space's slug derived from its name, always valid. */
export function suggestSpaceSlug(name: string): string {
  const slug = slugify(name, SUGGESTION_MAX) || 'space';
  return isReservedSlug(slug) ? `${slug}-space` : slug;
}

/** The suggestion itself, then with 2, 3, … appended: the caller uses the first free one. */
export function* handleCandidates(suggestion: string): Generator<string> {
  yield suggestion;
  const stem = suggestion.slice(0, SUGGESTION_MAX).replace(/-\d{1,6}$/, '') || 'hub';
  for (let number = 2; ; number += 1) {
    const candidate = `${stem}-${number}`;
    if (candidate !== suggestion) yield candidate;
  }
}
