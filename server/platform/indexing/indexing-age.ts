import { setTimeout as pause } from 'node:timers/promises';

/** From this age on a backlog is old: the indexer rests no more, and writers wait a little for it. */
export const OLD_MS = 1_000;
/** How long a write waits for each second above that, and at most: the commit is done, only its response is late. */
const PAUSE_MS_OF_SECOND = 10;
const PAUSE_MS_MAX = 40;
/** What was noted counts for so long. */
const FRESH_MS = 1_000;

const ages = new Map<string, { ms: number; notedAt: number }>();

/** Notes how old what waits to be indexed of a hub is, where this process indexes it. */
export function noteIndexingAge(hubId: string, ms: number): void {
  if (ms < OLD_MS) ages.delete(hubId);
  else ages.set(hubId, { ms, notedAt: performance.now() });
}

/** How long a write of these hubs waits for the indexer, in milliseconds: not at all, unless it is far behind. */
export function pauseForIndexing(hubIds: Iterable<string>): number {
  let most = 0;
  if (ages.size === 0) return most;
  for (const hubId of hubIds) {
    const known = ages.get(hubId);
    if (known && performance.now() - known.notedAt < FRESH_MS) most = Math.max(most, known.ms - OLD_MS);
  }
  return Math.min(PAUSE_MS_MAX, (most / 1_000) * PAUSE_MS_OF_SECOND);
}

/** Lets the indexer catch up after a write, by a moment that grows with its backlog. */
export async function waitForIndexer(hubIds: Iterable<string>): Promise<void> {
  const ms = pauseForIndexing(hubIds);
  if (ms >= 1) await pause(ms);
}
