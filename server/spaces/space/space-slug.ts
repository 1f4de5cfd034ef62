import { randomInt } from 'node:crypto';
import type { Visibility } from '#lib/access/roles.ts';
import { HANDLE_MAX, handleCandidates, suggestSpaceSlug } from '#lib/text/handle.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { isSlugTaken, spaceBySlug } from './space.repo.ts';

/** Letters and digits that nobody confuses. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LETTER_COUNT = 6;

/** A slug like `wanted` that nobody guesses. */
function unguessable(wanted: string): string {
  const stem = wanted.slice(0, HANDLE_MAX - LETTER_COUNT - 1).replace(/[-_]+$/, '');
  const letters = Array.from({ length: LETTER_COUNT }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${stem}-${letters}`;
}

/** A slug like `wanted` that is free in the hub: itself, else with a number behind. */
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

/** Whether the caller sees the space of this address. */
async function isSeen(trx: Transaction, caller: HubCaller, slug: string): Promise<boolean> {
  return Boolean((await spaceBySlug(trx, caller, slug))?.rank);
}

/**
 * The address that was asked for; where a space has it that the caller may not know of, another one like it, without a
 * word (docs/decisions/0018).
 * @throws ApiError 409 with a suggestion where a space has it that the caller sees.
 */
export async function chosenSlug(trx: Transaction, caller: HubCaller, wanted: string): Promise<string> {
  if (!(await isSlugTaken(trx, caller.hub.id, wanted))) return wanted;
  return (await isSeen(trx, caller, wanted))
    ? refuseTakenSlug(trx, caller.hub.id, wanted)
    : unguessable(wanted);
}

/** An address made from a space's name; a private one's is guessed by nobody. */
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
