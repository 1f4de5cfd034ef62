import { setImmediate } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Database } from '#server/platform/database/database.ts';
import type { ResourceChange } from '#server/platform/realtime/change-events.ts';
import type { AdmittedSocket } from './admit-socket.ts';
import { audienceOf, changeEventKey, type ListenerAccess, listenerAccess } from './audience.ts';
import type { HubEvent } from './recent-events.ts';

/** Why the server ended a socket (RFC 6455 §7.4.2: 4000 to 4999 are an application's own). */
export const CLOSE_CODES = { signedOut: 4401, noMember: 4403, writes: 4405, tooMany: 4429 } as const;

/** An open socket, and whose it is. */
export type Connected = AdmittedSocket & { socket: WebSocket };

/** Sends this many at a time, so that requests are handled in between. */
const SEND_BATCH = 200;

const keyOf = ({ sessionId, hubId }: Connected): string => `${sessionId} ${hubId}`;

/** Several events are one message, a list: to write to a socket costs as much as all else together. */
function messageOf(changes: readonly ResourceChange[]): string {
  const events = changes.map(({ about, id }) => ({ about, id }));
  return JSON.stringify(events.length === 1 ? events[0] : events);
}

/** Sends change events to those who may see what they are about. @param connected the open sockets, by hub */
export function createEventSender(
  database: Database,
  connected: ReadonlyMap<string, ReadonlySet<Connected>>,
) {
  /** Closes those of some sockets whose session or membership ended. @returns what each of the others may do */
  async function cutOff(some: readonly Connected[]): Promise<Map<Connected, ListenerAccess>> {
    const left = new Map<Connected, ListenerAccess>();
    if (some.length === 0) return left;
    // Several pages of one session have the same standing.
    const listeners = [...Map.groupBy(some, keyOf).values()];
    const standings = await listenerAccess(
      database,
      listeners.flatMap(([one]) => one ?? []),
    );
    for (const [at, ofOne] of listeners.entries())
      for (const one of ofOne) {
        const standing = standings[at] ?? { is: 'signed out' };
        if (standing.is === 'in') left.set(one, standing);
        else close(one, standing);
      }
    return left;
  }

  /** After who belongs to some hubs, or to their groups, has changed: disconnects, and reports it to members. */
  async function notifyOfPeople(hubIds: ReadonlySet<string>): Promise<void> {
    const left = await cutOff([...hubIds].flatMap((hubId) => [...(connected.get(hubId) ?? [])]));
    let sent = 0;
    for (const [{ socket, hubId }, standing] of left) {
      // Guests don't see who else belongs to the hub.
      if (standing.is !== 'in' || standing.isGuest) continue;
      socket.send(JSON.stringify({ about: 'people', id: hubId }));
      sent += 1;
      if (sent % SEND_BATCH === 0) await setImmediate();
    }
  }

  function close({ socket }: Connected, standing: ListenerAccess): void {
    if (standing.is === 'signed out') socket.close(CLOSE_CODES.signedOut, 'The session has ended.');
    if (standing.is === 'no member') socket.close(CLOSE_CODES.noMember, 'Not a member of this hub any more.');
  }

  /** Reports to sockets of accounts that these were notified of something, or have read it. */
  async function notifyOfNotifications(some: readonly Connected[]): Promise<void> {
    for (const [{ socket, userId }, standing] of await cutOff(some))
      if (standing.is === 'in') socket.send(JSON.stringify({ about: 'notifications', id: userId }));
  }

  /** Asks for the rights of all sockets of the hub together, and sends to each one message. */
  async function notify(hubId: string, changes: readonly ResourceChange[]): Promise<void> {
    const ofSession = Map.groupBy(connected.get(hubId) ?? [], (one) => one.sessionId);
    if (ofSession.size === 0) return;
    const audience = await audienceOf(database, changes, [...ofSession.keys()]);
    let sent = 0;
    for (const [sessionId, sockets] of ofSession) {
      const may = audience.get(sessionId);
      const text = may && messageOf(changes.filter((one) => may.has(changeEventKey(one))));
      if (!text) continue;
      for (const { socket } of sockets) {
        socket.send(text);
        sent += 1;
        if (sent % SEND_BATCH === 0) await setImmediate();
      }
    }
  }

  /** Sends what happened while the page of this socket was not connected. */
  async function sendMissed(
    one: Connected,
    standing: ListenerAccess,
    missed: HubEvent[] | null,
    isNotified: boolean,
  ): Promise<void> {
    if (standing.is !== 'in') return;
    if (isNotified) one.socket.send(JSON.stringify({ about: 'notifications', id: one.userId }));
    if (missed === null) return one.socket.send(JSON.stringify({ about: 'gap', id: one.hubId }));
    const changed = missed.filter((event) => event.about !== 'people');
    if (changed.length > 0) {
      const may = (await audienceOf(database, changed, [one.sessionId])).get(one.sessionId);
      const text = may && messageOf(changed.filter((event) => may.has(changeEventKey(event))));
      if (text) one.socket.send(text);
    }
    if (changed.length < missed.length && !standing.isGuest)
      one.socket.send(JSON.stringify({ about: 'people', id: one.hubId }));
  }

  return { cutOff, notifyOfPeople, notifyOfNotifications, notify, sendMissed };
}
