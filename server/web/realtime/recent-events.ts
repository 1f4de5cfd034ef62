import type { ChangeEvent, ResourceChange } from '#server/platform/realtime/change-events.ts';

/** An event that is sent again to a page that was not connected when it happened. */
export type HubEvent = ResourceChange | { about: 'people'; hubId: string };

/** How long events are kept, in milliseconds: longer than a dead connection is noticed, with a page's longest pause. */
export const RECENT_MS = 3 * 60_000;
/** How many are kept, of a hub, and of all hubs together. */
const OF_HUB_MAX = 2_000;
const STORED_MAX = 50_000;
/** A page that missed more than this many reloads what it shows instead. */
export const MISSED_MAX = 200;

const keyOf = (event: HubEvent): string =>
  event.about === 'people' ? `people ${event.hubId}` : `${event.about} ${event.id}`;

/**
 * The change events of the last minutes, of all hubs, as one process received them. Each resource is in it once, with
 * the time of its last change.
 */
export class RecentEvents {
  readonly #now: () => number;
  /** By hub and resource, the oldest first in each. */
  readonly #hubs = new Map<string, Map<string, { event: HubEvent; at: number }>>();
  /** Since when the events of hubs are complete that had more than are kept. */
  readonly #busy = new Map<string, number>();
  /** When accounts were notified of something last, the longest ago first. */
  readonly #notified = new Map<string, number>();
  #count = 0;
  /** All that happened after this is here. */
  #completeSince: number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#completeSince = now();
  }

  add(event: ChangeEvent): void {
    if (event.about === 'notifications') {
      this.#notified.delete(event.userId);
      this.#notified.set(event.userId, this.#now());
      return;
    }
    if (event.about === 'cursor' || event.about === 'account') return;
    if (event.about === 'document' || event.about === 'presence') return;
    let ofHub = this.#hubs.get(event.hubId);
    if (!ofHub) {
      ofHub = new Map();
      this.#hubs.set(event.hubId, ofHub);
    }
    if (ofHub.delete(keyOf(event))) this.#count -= 1;
    ofHub.set(keyOf(event), { event, at: this.#now() });
    this.#count += 1;
    if (ofHub.size > OF_HUB_MAX) {
      this.#busy.set(event.hubId, this.#now());
      this.#count -= ofHub.size;
      this.#hubs.delete(event.hubId);
    }
    if (this.#count > STORED_MAX) this.clear();
  }

  /** Drops what is too old to be sent again. */
  removeOld(): void {
    const oldest = this.#now() - RECENT_MS;
    for (const [hubId, ofHub] of this.#hubs) {
      for (const [key, { at }] of ofHub) {
        if (at >= oldest) break;
        ofHub.delete(key);
        this.#count -= 1;
      }
      if (ofHub.size === 0) this.#hubs.delete(hubId);
    }
    for (const [userId, at] of this.#notified) {
      if (at >= oldest) break;
      this.#notified.delete(userId);
    }
    this.#completeSince = Math.max(this.#completeSince, oldest);
    for (const [hubId, since] of this.#busy) if (since <= this.#completeSince) this.#busy.delete(hubId);
  }

  /** Clears all: from now on it is unknown what happened before. */
  clear(): void {
    this.#hubs.clear();
    this.#busy.clear();
    this.#count = 0;
    this.#completeSince = this.#now();
  }

  /** Whether an account was notified of something within the last `ms` milliseconds. */
  isNotified(userId: string, ms: number): boolean {
    return (this.#notified.get(userId) ?? Number.NEGATIVE_INFINITY) >= this.#now() - ms;
  }

  /** @returns what happened in a hub within the last `ms` milliseconds; null if that is not known, or is very much */
  within(hubId: string, ms: number): HubEvent[] | null {
    const from = this.#now() - ms;
    if (from < Math.max(this.#completeSince, this.#busy.get(hubId) ?? 0)) return null;
    const events = [...(this.#hubs.get(hubId)?.values() ?? [])].filter(({ at }) => at >= from);
    return events.length > MISSED_MAX ? null : events.map(({ event }) => event);
  }
}
