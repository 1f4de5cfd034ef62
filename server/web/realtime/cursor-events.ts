import { setImmediate } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { Database } from '#server/platform/database/database.ts';
import type { CursorChange, ResourceChange } from '#server/platform/realtime/change-events.ts';
import { audienceOf, changeEventKey } from './audience.ts';
import { createBatcher } from './batch-events.ts';

/** Cursors that move within this time are sent together, in milliseconds. */
const GATHER_MS = 100;
/** Sends this many at a time, so that requests are handled in between. */
const SEND_BATCH = 200;

type Listener = { socket: WebSocket; sessionId: string };

/** Where names are shown, comments are: to people with a role on the table, not to anybody who sees it as public. */
const accessOf = ({ hubId, id }: CursorChange): ResourceChange => ({ about: 'comments', hubId, id });

/**
 * Sends cursors to the members of a hub who may see them: of each page its last place. After each batch rights are
 * asked again.
 */
export function createCursorBatcher(
  database: Database,
  listenersOf: (hubId: string) => ReadonlySet<Listener>,
  complain: (error: unknown) => void,
): { add(event: CursorChange): void; stop(): void } {
  async function notify(hubId: string, events: readonly CursorChange[]): Promise<void> {
    const listeners = listenersOf(hubId);
    if (listeners.size === 0) return;
    const tables = [...new Map(events.map((event) => [event.id, accessOf(event)])).values()];
    const ofSession = Map.groupBy(listeners, ({ sessionId }) => sessionId);
    const audience = await audienceOf(database, tables, [...ofSession.keys()]);
    let sent = 0;
    for (const [sessionId, sockets] of ofSession) {
      const may = audience.get(sessionId);
      const own = may ? events.filter((event) => may.has(changeEventKey(accessOf(event)))) : [];
      if (own.length === 0) continue;
      const text = JSON.stringify(own.map(({ about, id, cursor }) => ({ about, id, cursor })));
      for (const { socket } of sockets) {
        socket.send(text);
        sent += 1;
        if (sent % SEND_BATCH === 0) await setImmediate();
      }
    }
  }
  return createBatcher<CursorChange>(
    GATHER_MS,
    async (batch) => {
      const last = new Map(
        [...batch].map((event) => [`${event.id} ${event.cursor.user.id} ${event.cursor.tab}`, event]),
      );
      const byHub = Map.groupBy(last.values(), ({ hubId }) => hubId);
      await Promise.all([...byHub].map(([hubId, events]) => notify(hubId, events).catch(complain)));
    },
    complain,
  );
}
