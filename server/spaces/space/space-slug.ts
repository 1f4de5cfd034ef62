import { randomInt } from 'node:crypto';
import type { Visibility } from '#lib/access/roles.ts';
import { HANDLE_MAX, handleCandidates, suggestSpaceSlug } from '#lib/text/handle.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isSlugTaken, spaceBySlug } from './space.repo.ts';

/** Letters and digits without those that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LETTER_COUNT = 6;

/** A slug that begins with `wanted` and can't be guessed. */
function unguessable(wanted: string): string {
  const stem = wanted.slice(0, HANDLE_MAX - LETTER_COUNT - 1).replace(/[-_]+$/, '');
  const letters = Array.from({ length: LETTER_COUNT }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${stem}-${letters}`;
}

/** A free slug in the hub: `wanted` itself, else with a number appended. */
export async function findFreeSlug(trx: Transaction, hubId: string, wanted: string): Promise<string> {
  for (const slug of handleCandidates(wanted)) {
    if (!(await isSlugTaken(trx, hubId, slug))) return slug;
  }
  throw new Error('the candidates of a slug never end');
}

/** @throws ApiError 409 with a suggestion, always. */
export async function refuseTakenSlug(trx: Transaction, hubId: string, slug: string): Promise<never> {
  const free = await findFreeSlug(trx, hubId, slug);
  throw new ApiError(409, 'slug_taken', `Another space has this address. ${free} is free.`, {
    fields: { slug: [`Another space has this address. ${free} is free.`] },
    data: { suggestion: free },
  });
}

/** Whether the caller can see the space with this slug. */
async function isSeen(trx: Transaction, caller: HubCaller, slug: string): Promise<boolean> {
  return Boolean((await spaceBySlug(trx, caller, slug))?.rank);
}

/**
 * The requested slug; where it belongs to a space that the caller may not know of, silently a similar one
 * (docs/decisions/0018).
 * @throws ApiError 409 with a suggestion where the caller can see the space that has it.
 */
export async function chosenSlug(trx: Transaction, caller: HubCaller, wanted: string): Promise<string> {
  if (!(await isSlugTaken(trx, caller.hub.id, wanted))) return wanted;
  return (await isSeen(trx, caller, wanted))
    ? refuseTakenSlug(trx, caller.hub.id, wanted)
    : unguessable(wanted);
}

/** A slug derived from a space's name; for a private space one that can't be guessed. */
export async function slugFromName(
  trx: Transaction,
  caller: HubCaller,
  { name, visibility }: { name: string; visibility: Visibility },
): Promise<string> {
  const wanted = suggestSpaceSlug(name);
  if (visibility === 'private') return unguessable(wanted);
  if (!(await isSlugTaken(trx, caller.hub.id, wanted))) return wanted;
  return (await isSeen(trx, caller, wanted)) ? findFreeSlug(trx, caller.hub.id, wanted) : unguessable(wanted);
}
