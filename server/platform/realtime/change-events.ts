import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import type { TableCursor } from '#lib/contract/table-cursor.ts';
import { type Connection, clientOptions, type Database } from '#server/platform/database/database.ts';

/**
 * A resource that changed; `answers` are the submissions of the form of this id, `editors` the users who work
 * on its draft, `order` where the item stands in the tree of its space, `writers` those who write in the document of this id, `comments` those of the item or the post of this id, `posts` the discussions of the space.
 */
export type ResourceChange = {
  about: 'item' | 'order' | 'space' | 'form' | 'answers' | 'editors' | 'writers' | 'comments' | 'posts';
  hubId: string;
  id: string;
};

/** Somebody moved in a table; it has more than ids, since it is stored nowhere. */
export type CursorChange = { about: 'cursor'; hubId: string; id: string; cursor: TableCursor };

/**
 * Where the page of a connection is in a document that is written together, for the other processes; null where it left.
 * Without a connection, a process asks for the cursors of the others. `from` is the process.
 */
export type PresenceChange = {
  about: 'presence';
  documentId: string;
  from: string;
  connection: number | null;
  state: string | null;
};

/**
 * Something changed: a hint for open screens, and a reason to check again who may still subscribe. It
 * contains only ids; who receives it is checked first (`server/web/realtime/audience.ts`).
 */
export type ChangeEvent =
  | ResourceChange
  /** Who belongs to the hub, and in which role. */
  | { about: 'people'; hubId: string }
  /** Where somebody is in a table that others have open. */
  | CursorChange
  /** A document that is written together has new updates. */
  | { about: 'document'; documentId: string }
  | PresenceChange
  /** What an account is notified of. */
  | { about: 'notifications'; userId: string }
  /** An account's sessions; null is any. */
  | { about: 'account'; userId: string | null };

/** Passes change events from writes to subscribers, also in the other processes of an installation. */
export type ChangeEvents = {
  publish(event: ChangeEvent): void;
  /** @returns the function that unsubscribes */
  subscribe(listener: (events: readonly ChangeEvent[]) => void): () => void;
  start(log: FastifyBaseLogger): Promise<void>;
  stop(): Promise<void>;
};

const CHANNEL = 'hubkeep_change_events';

/** Events within this time go to other processes in one notification, in milliseconds. */
const GATHER_MS = 40;

/** A PostgreSQL notification has at most 8,000 bytes; characters of names may have four. */
const NOTICE_MAX = 7_500;

/** Events in parts that fit into a notification each. */
export function noticesOf(events: readonly ChangeEvent[]): ChangeEvent[][] {
  const notices: ChangeEvent[][] = [];
  let size = NOTICE_MAX;
  for (const event of events) {
    const bytes = Buffer.byteLength(JSON.stringify(event)) + 1;
    if (size + bytes > NOTICE_MAX) {
      notices.push([]);
      size = 100;
    }
    notices.at(-1)?.push(event);
    size += bytes;
  }
  return notices;
}

/** Of several events with the same key the last one says all. */
function keyOf(event: ChangeEvent): string {
  if (event.about === 'cursor') return `cursor ${event.id} ${event.cursor.user.id} ${event.cursor.tab}`;
  if (event.about === 'presence') return `presence ${event.documentId} ${event.from} ${event.connection}`;
  return JSON.stringify(event);
}

/** How long to wait before a lost connection is retried, in milliseconds. */
const RETRY_MS = 1_000;

/** After a gap it is unknown what was missed: any account may have been signed out. */
const ANYTHING: ChangeEvent = { about: 'account', userId: null };

/**
 * Publishes to the processes that run on a database from a command beside them, which subscribes to nothing.
 */
export async function publishFromCommand(database: Database, events: readonly ChangeEvent[]): Promise<void> {
  const notice = JSON.stringify({ from: 'a command', events });
  await sql`select pg_notify(${CHANNEL}, ${notice})`.execute(database);
}

/**
 * The change events of one process. Its own subscribers receive them at once; other processes by a database
 * notification, sent outside of the transactions that it reports, because a notification delays every other
 * commit.
 */
export function createChangeEvents(connection: Connection): ChangeEvents {
  const self = randomUUID();
  const listeners = new Set<(events: readonly ChangeEvent[]) => void>();
  let gathered = new Map<string, ChangeEvent>();
  let sending: NodeJS.Timeout | null = null;
  let client: pg.Client | null = null;
  let retrying: NodeJS.Timeout | null = null;
  let stopped = false;

  const spread = (events: readonly ChangeEvent[]): void => {
    for (const listener of listeners) listener(events);
  };

  async function send(log: FastifyBaseLogger): Promise<void> {
    sending = null;
    const events = [...gathered.values()];
    gathered = new Map();
    for (const some of noticesOf(events)) {
      const notice = JSON.stringify({ from: self, events: some });
      await client?.query('select pg_notify($1, $2)', [CHANNEL, notice]).catch((error) => {
        log.warn({ err: error }, 'change events did not reach the other processes');
      });
    }
  }

  async function connect(log: FastifyBaseLogger): Promise<void> {
    const fresh = new pg.Client(clientOptions(connection));
    const lost = (): void => {
      if (client !== fresh) return;
      client = null;
      if (!stopped) retrying = setTimeout(() => void again(log), RETRY_MS);
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ payload }) => {
      const notice: { from: string; events: ChangeEvent[] } = JSON.parse(payload ?? '{}');
      if (notice.from !== self) spread(notice.events);
    });
    await fresh.connect();
    await fresh.query(`listen ${CHANNEL}`);
    client = fresh;
  }

  async function again(log: FastifyBaseLogger): Promise<void> {
    try {
      await connect(log);
      spread([ANYTHING]);
    } catch (error) {
      log.warn({ err: error }, 'no change events from the other processes yet');
      if (!stopped) retrying = setTimeout(() => void again(log), RETRY_MS);
    }
  }

  let logger: FastifyBaseLogger | null = null;
  return {
    publish(event) {
      spread([event]);
      gathered.set(keyOf(event), event);
      const log = logger;
      if (log && !sending && !stopped) sending = setTimeout(() => void send(log), GATHER_MS);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start(log) {
      logger = log;
      await connect(log);
    },
    async stop() {
      stopped = true;
      if (sending) clearTimeout(sending);
      if (retrying) clearTimeout(retrying);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
