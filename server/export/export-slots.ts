import { ApiError } from '#server/platform/http/api-error.ts';

/** Exports of everything that go on at a time: each reads all of a hub, and may take hours. */
const PER_HUB = 2;
const PER_ACCOUNT = 2;
const IN_ALL = 6;

/** When somebody who was turned away may try again, in seconds. */
const AGAIN = 60;

/** An export that goes on: of which hub, and for which account. */
export type ExportSlot = { hubId: string; userId: string };

const going = new Set<ExportSlot>();

/**
 * Takes a turn for an export of everything of a hub, in this process.
 * @returns a function that gives it back, once
 * @throws ApiError 429 where as many are going on as may: of the hub, for the account, or in all.
 */
export function acquireExportSlot({ hubId, userId }: ExportSlot): () => void {
  const message = refusalOf({ hubId, userId });
  if (message) throw new ApiError(429, 'too_many_exports', message, { retryAfter: AGAIN });
  const turn = { hubId, userId };
  going.add(turn);
  return () => void going.delete(turn);
}

function refusalOf({ hubId, userId }: ExportSlot): string | null {
  const all = [...going];
  if (all.filter((one) => one.hubId === hubId).length >= PER_HUB) {
    return `This hub is being exported ${PER_HUB} times already. Try again when one of these exports is done.`;
  }
  if (all.filter((one) => one.userId === userId).length >= PER_ACCOUNT) {
    return `You are exporting ${PER_ACCOUNT} hubs already. Try again when one of these exports is done.`;
  }
  return all.length >= IN_ALL ? 'Too many hubs are being exported just now. Try again in a minute.' : null;
}
