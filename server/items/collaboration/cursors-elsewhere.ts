import { randomUUID } from 'node:crypto';
import type { PresenceChange } from '#server/platform/realtime/change-events.ts';

/** How often other processes are asked for their cursors while the document is open, in milliseconds. */
const ASK_MS = 25_000;
/** How long after its last sign a cursor, or another process, counts as closed, in milliseconds. */
const EXPIRY_MS = 60_000;
/** Bytes of a cursor that is passed on, so that it fits into a notification of PostgreSQL with its ids. */
const CURSOR_MAX = 6_000;
/** Cursors of other processes in one document. */
const CURSORS_MAX = 400;
/** Connections of this process have smaller numbers. */
const FIRST_NUMBER = 2 ** 32;

type Cursor = { connection: number; state: string };

type Options = {
  documentId: string;
  publish: (event: PresenceChange) => void;
  /** The pages of this process that have the document open. */
  own: () => Iterable<{ number: number; presence: string | null }>;
  /** Shows a cursor of another process to the pages of this one; null where it left. */
  show: (connection: number, state: string | null) => void;
};

/**
 * The cursors of pages that have a document open in other processes. Nothing is passed on while no other process has the
 * document open; each asks again and again, so that what a killed one leaves goes after a while.
 */
export class CursorsElsewhere {
  readonly #options: Options;
  readonly #self = randomUUID();
  readonly #known = new Map<string, Cursor & { at: number }>();
  readonly #timer: NodeJS.Timeout;
  #receivedAt = Number.NEGATIVE_INFINITY;
  #next = FIRST_NUMBER;

  constructor(options: Options) {
    this.#options = options;
    this.#ask();
    this.#timer = setInterval(() => {
      this.#expire();
      this.#ask();
    }, ASK_MS);
    this.#timer.unref();
  }

  /** Those that are known now, for a page that opens the document. */
  all(): Iterable<Cursor> {
    return this.#known.values();
  }

  /** Publishes to other processes where a page of this one is; null where it left. */
  publishCursor(connection: number, state: string | null): void {
    if (Date.now() - this.#receivedAt > EXPIRY_MS) return;
    if (state !== null && Buffer.byteLength(JSON.stringify(state)) > CURSOR_MAX) return;
    this.#publish(connection, state);
  }

  /** Takes what another process published, or responds to its query. */
  receive({ from, connection, state }: PresenceChange): void {
    if (from === this.#self) return;
    this.#receivedAt = Date.now();
    if (connection === null) {
      for (const { number, presence } of this.#options.own())
        if (presence !== null) this.publishCursor(number, presence);
      return;
    }
    const key = `${from} ${connection}`;
    const known = this.#known.get(key);
    if (state === null) {
      if (known) this.#remove(key, known);
      return;
    }
    if (!known && this.#known.size >= CURSORS_MAX) return;
    const number = known?.connection ?? this.#next++;
    this.#known.set(key, { connection: number, state, at: Date.now() });
    if (known?.state !== state) this.#options.show(number, state);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #ask(): void {
    this.#publish(null, null);
  }

  #publish(connection: number | null, state: string | null): void {
    const { documentId, publish } = this.#options;
    publish({ about: 'presence', documentId, from: this.#self, connection, state });
  }

  #expire(): void {
    const now = Date.now();
    for (const [key, cursor] of this.#known) if (now - cursor.at > EXPIRY_MS) this.#remove(key, cursor);
  }

  #remove(key: string, { connection }: Cursor): void {
    this.#known.delete(key);
    this.#options.show(connection, null);
  }
}
