import { randomBytes } from 'node:crypto';
import type { HandleCheck } from '#lib/contract/hub.ts';
import { handleCandidates, handleProblem, suggestHandle } from '#lib/text/handle.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { existingHandles } from './hub.repo.ts';

/** Candidates that are checked with one query; in practice one of them is free. */
const BATCH = 20;
const BATCHES = 50;

export const HANDLE_TAKEN = 'This address is taken; choose another one';

/** A free handle similar to `wish`; a random one where a thousand candidates are taken. */
export async function findFreeHandle(database: Database | Transaction, wish: string): Promise<string> {
  const candidates = handleCandidates(handleProblem(wish) ? suggestHandle(wish) : wish);
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const names = Array.from({ length: BATCH }, () => candidates.next().value).filter(
      (name): name is string => typeof name === 'string' && handleProblem(name) === null,
    );
    const taken = await existingHandles(database, names);
    const free = names.find((name) => !taken.has(name.toLowerCase()));
    if (free) return free;
  }
  return `hub-${randomBytes(8).toString('hex')}`;
}

/** Whether a hub may use this handle; if not, the reason and a free handle similar to it. */
export async function requireFreeHandle(database: Database, handle: string): Promise<HandleCheck> {
  const taken = async () => (await existingHandles(database, [handle])).has(handle.toLowerCase());
  const reason = handleProblem(handle) ?? ((await taken()) ? HANDLE_TAKEN : null);
  if (reason === null) return { available: true, suggestion: handle };
  return { available: false, suggestion: await findFreeHandle(database, handle), message: reason };
}
