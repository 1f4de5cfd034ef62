import { ApiError } from '#server/platform/http/api-error.ts';

/** Concurrent exports of hubs: each reads all of a hub, and may take hours. */
const PER_HUB = 2;
const PER_ACCOUNT = 2;
const IN_ALL = 6;

/** Retry-After of a refused request, in seconds. */
const AGAIN = 60;

/** A running export: its hub and its account. */
export type ExportSlot = { hubId: string; userId: string };

const going = new Set<ExportSlot>();

/**
 * Acquires a slot for the export of a hub, in this process.
 * @returns a function that releases it; further calls do nothing
 * @throws ApiError 429 where the hub, the account or the server has reached its limit.
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
