import * as Y from 'yjs';
import { PRESENCE_MAX } from '#lib/documents/protocol.ts';
import { isRecord } from '#lib/text/is-record.ts';

/**
 * Somebody who writes: the colour of their cursors as a number; null where the server gives none. The editor's binding has a
 * `color` of its own.
 */
export type WritingUser = { id: string; name: string; tint: number | null };

/** Somebody else who has the document open: who, and where the cursor is (positions of Yjs, as JSON). */
type OtherWriter = {
  user: WritingUser;
  cursor: { anchor: unknown; head: unknown } | null;
};

/** How often this page's own cursor is sent at most, in milliseconds. */
const PACE_MS = 60;
const NAME_MAX = 100;

function positionOf(value: unknown): unknown {
  // Whatever another page sent: what is no position throws here, not in the editor.
  Y.createRelativePositionFromJSON(value);
  return value;
}

function otherWriterOf(state: string): OtherWriter | null {
  try {
    const value: unknown = JSON.parse(state);
    if (!isRecord(value) || !isRecord(value.user)) return null;
    const { id, name } = value.user;
    const tint = Number.isInteger(value.color) ? Math.abs(Number(value.color)) : null;
    const user = { id: typeof id === 'string' ? id : '', name: String(name ?? '').slice(0, NAME_MAX), tint };
    const cursor = isRecord(value.cursor)
      ? { anchor: positionOf(value.cursor.anchor), head: positionOf(value.cursor.head) }
      : null;
    return { user, cursor };
  } catch {
    return null;
  }
}

/**
 * Who else has a document open, by connection, and where; it has the methods that the editor's binding asks of
 * the awareness of Yjs. What it says of itself is the cursor alone: names come from the server.
 */
export class DocumentPresence {
  readonly #others = new Map<number, OtherWriter>();
  readonly #listeners = new Set<() => void>();
  readonly #send: (state: string) => void;
  #own: { cursor?: unknown } = {};
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(send: (state: string) => void) {
    this.#send = send;
  }

  getStates(): ReadonlyMap<number, OtherWriter> {
    return this.#others;
  }

  getLocalState(): { cursor?: unknown } {
    return this.#own;
  }

  setLocalStateField(field: string, value: unknown): void {
    if (field !== 'cursor') return;
    this.#own = { cursor: value };
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.sendOwn();
    }, PACE_MS);
  }

  on(_event: 'change', listener: () => void): void {
    this.#listeners.add(listener);
  }

  off(_event: 'change', listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Says where this page's cursor is, as on a new connection. */
  sendOwn(): void {
    const state = JSON.stringify({ cursor: this.#own.cursor ?? null });
    if (state.length <= PRESENCE_MAX) this.#send(state);
  }

  /** What the server reported of a connection; null where it left. */
  receive(connection: number, state: string | null): void {
    const other = state === null ? null : otherWriterOf(state);
    if (other) this.#others.set(connection, other);
    else this.#others.delete(connection);
    this.#changed();
  }

  /** Without a connection nobody is known to be there. */
  clear(): void {
    if (this.#others.size === 0) return;
    this.#others.clear();
    this.#changed();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
