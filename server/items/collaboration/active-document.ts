import * as Y from 'yjs';
import { type DocumentMessage, encodeMessage } from '#lib/documents/protocol.ts';
import {
  generationOf,
  insertUpdate,
  type StoredDocument,
  storedDocument,
  updatesOf,
} from '#server/items/documents/shared-document.repo.ts';
import type { PresenceChange } from '#server/platform/realtime/change-events.ts';
import type { Services } from '#server/platform/services.ts';
import { CheckedDocument } from './checked-document.ts';
import { CursorsElsewhere } from './cursors-elsewhere.ts';
import { queueDerivation } from './derive-document.ts';
import { HaveLimit } from './have-limit.ts';
import { MovedCursors } from './moved-cursors.ts';
import { WriterColors, writerKey } from './writer-colors.ts';

/** Bytes of a document with all that was ever written in it, at most. */
const DOCUMENT_MAX = 32 * 1024 ** 2;
/** How long until a write that failed is tried again, in milliseconds. */
const RETRY_MS = 1_000;
/** How often the derivation is queued while somebody writes, in milliseconds: less than its delay. */
const QUEUE_MS = 1_500;

/** One page that has the document open. */
export type Writer = {
  /** Of this process. */
  number: number;
  userId: string | null;
  canWrite: boolean;
  /** Whether it learns who else has the document open. */
  seesPeople: boolean;
  /** How it shows itself to others; null until it says so. */
  presence: string | null;
  send(bytes: Uint8Array): void;
  /** Reads no more from it until what it sent is stored. */
  setPaused(isPaused: boolean): void;
  close(code: 'unreadable' | 'readOnly' | 'gone' | 'tooLarge' | 'tooOften'): void;
};

type Waiting = { writer: Writer; id: number; update: Uint8Array; state: 'sent' | 'applied' | 'refused' };

/** What is asked before anything is written: those writers who may not any more. */
type Recheck = (writers: readonly Writer[]) => Promise<ReadonlySet<Writer>>;

type Needed = Pick<Services, 'database' | 'jobs' | 'changeEvents' | 'log'>;

/**
 * A document that is open in this process. What a writer sends is shown to the others at once, and acknowledged
 * once it is in the database; all that arrives while a write is on its way is written together after it.
 */
export class ActiveDocument {
  readonly writers = new Set<Writer>();
  readonly #services: Needed;
  readonly #item: { id: string; hubId: string };
  readonly #recheck: Recheck;
  readonly #document: CheckedDocument;
  readonly #elsewhere: CursorsElsewhere;
  readonly #colors = new WriterColors(() => this.#elsewhere.all());
  /** Pages whose cursors the others have, also of one that has none any more, which they are about to learn. */
  readonly #shown = new Set<Writer>();
  #generation: number;
  #known: Set<number>;
  #waiting: Waiting[] = [];
  /** Bytes of the updates that wait to be applied. */
  #waitingBytes = 0;
  readonly #haves = new HaveLimit<Writer>();
  readonly #cursors = new MovedCursors<Writer>((writer) => this.#sendPresence(writer));
  #isStoring = false;
  #isPublishing = false;
  #isReading = false;
  #readAgain = false;
  #queuedAt = 0;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(
    services: Needed,
    item: { id: string; hubId: string },
    stored: StoredDocument,
    recheck: Recheck,
  ) {
    this.#services = services;
    this.#item = item;
    this.#recheck = recheck;
    this.#document = new CheckedDocument([stored.state, ...stored.updates.map(({ content }) => content)]);
    this.#elsewhere = new CursorsElsewhere({
      documentId: item.id,
      publish: (event) => services.changeEvents.publish(event),
      own: () => this.writers,
      show: (connection, state) => {
        if (state !== null) this.#recolor(this.#colors.receive({ connection, state }));
        this.#broadcast({ kind: 'presence', connection, state }, null);
      },
    });
    this.#generation = stored.generation;
    this.#known = new Set(stored.updates.map(({ id }) => id));
  }

  /** Nothing that was sent waits to be stored. */
  get isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#isStoring;
  }

  join(writer: Writer): void {
    this.writers.add(writer);
    writer.send(encodeMessage({ kind: 'access', canWrite: writer.canWrite }));
    writer.send(encodeMessage({ kind: 'have', vector: Y.encodeStateVector(this.#document.shared) }));
    if (!writer.seesPeople) return;
    for (const other of this.writers)
      if (other !== writer && other.presence !== null)
        writer.send(encodeMessage({ kind: 'presence', connection: other.number, state: other.presence }));
    for (const { connection, state } of this.#elsewhere.all())
      writer.send(encodeMessage({ kind: 'presence', connection, state }));
  }

  /** Takes what another process says about its cursors. */
  receivePresence(event: PresenceChange): void {
    if (!this.#isClosed) this.#elsewhere.receive(event);
  }

  leave(writer: Writer): void {
    this.#cursors.remove(writer);
    const isShown = this.#shown.delete(writer);
    const wasHere = this.writers.delete(writer);
    if (![...this.writers].some((other) => keyOf(other) === keyOf(writer))) this.#colors.leave(keyOf(writer));
    if (!wasHere || (writer.presence === null && !isShown)) return;
    this.#broadcast({ kind: 'presence', connection: writer.number, state: null }, writer);
    this.#elsewhere.publishCursor(writer.number, null);
  }

  /** Takes a message of a writer. */
  receive(writer: Writer, message: DocumentMessage): void {
    switch (message.kind) {
      case 'have':
        if (!this.#haves.admits(writer)) {
          writer.close('tooOften');
          return;
        }
        writer.send(
          encodeMessage({
            kind: 'missing',
            update: Y.encodeStateAsUpdate(this.#document.shared, message.vector),
          }),
        );
        return;
      case 'update':
        this.#take(writer, message.id, message.update);
        return;
      case 'presence':
        writer.presence = message.state && this.#colors.colored(keyOf(writer), message.state);
        this.#cursors.add(writer);
        return;
      default:
        writer.close('unreadable');
    }
  }

  /** Shows the cursors of people here in the colours that they have now. */
  #recolor(people: readonly string[]): void {
    for (const writer of this.writers) {
      if (writer.presence === null || !people.includes(keyOf(writer))) continue;
      writer.presence = this.#colors.colored(keyOf(writer), writer.presence);
      this.#cursors.add(writer);
    }
  }

  #sendPresence(writer: Writer): void {
    if (writer.presence === null) this.#shown.delete(writer);
    else this.#shown.add(writer);
    this.#broadcast({ kind: 'presence', connection: writer.number, state: writer.presence }, writer);
    this.#elsewhere.publishCursor(writer.number, writer.presence);
  }

  #take(writer: Writer, id: number, update: Uint8Array): void {
    if (!writer.canWrite) {
      writer.close('readOnly');
      return;
    }
    if (!this.#hasSpace(update.length)) {
      writer.close('tooLarge');
      return;
    }
    this.#waitingBytes += update.length;
    this.#waiting.push({ writer, id, update, state: 'sent' });
    writer.setPaused(true);
    void this.#store();
  }

  #hasSpace(bytes: number): boolean {
    const fits = () => this.#document.bytes + this.#waitingBytes + bytes <= DOCUMENT_MAX;
    if (fits()) return true;
    // What was deleted in it takes no space.
    this.#document.compact();
    return fits();
  }

  async #store(): Promise<void> {
    if (this.#isStoring || this.#isClosed || this.#waiting.length === 0) return;
    this.#isStoring = true;
    const taken = this.#waiting;
    this.#waiting = [];
    try {
      await this.#storeAll(taken);
    } catch (error) {
      if (isDeleted(error)) for (const writer of this.writers) writer.close('gone');
      else {
        this.#services.log.warn({ err: error }, 'an update of a document was not stored yet');
        this.#putBack(taken);
        this.#retry ??= setTimeout(() => {
          this.#retry = null;
          void this.#store();
        }, RETRY_MS);
      }
      this.#isStoring = false;
      return;
    }
    this.#isStoring = false;
    void this.#store();
  }

  /** Has what was not stored tried again; what was refused stays so. */
  #putBack(taken: readonly Waiting[]): void {
    const left = taken.filter(({ state }) => state !== 'refused');
    const waiting = new Set(left.map(({ writer }) => writer));
    for (const { writer } of taken) if (!waiting.has(writer)) writer.setPaused(false);
    this.#waiting = [...left, ...this.#waiting];
  }

  async #storeAll(taken: readonly Waiting[]): Promise<void> {
    const refused = await this.#recheck([...new Set(taken.map(({ writer }) => writer))]);
    const allowed = this.#applyAll(taken, refused);
    const byUser = Map.groupBy(allowed, ({ writer }) => writer.userId);
    await Promise.all(
      [...byUser].map(async ([userId, written]) => {
        const content = Y.mergeUpdates(written.map(({ update }) => update));
        this.#known.add(
          await insertUpdate(this.#services.database, { itemId: this.#item.id, content, userId }),
        );
        for (const { writer, id } of written) writer.send(encodeMessage({ kind: 'stored', id }));
      }),
    );
    for (const writer of new Set(taken.map((one) => one.writer))) writer.setPaused(false);
    if (allowed.length === 0) return;
    await this.#queueDerivation();
    this.#isPublishing = true;
    this.#services.changeEvents.publish({ about: 'document', documentId: this.#item.id });
    this.#isPublishing = false;
  }

  /** Applies updates and shows them to the others. @returns those that were applied, now or before */
  #applyAll(taken: readonly Waiting[], refused: ReadonlySet<Writer>): Waiting[] {
    const unreadable = new Set<Writer>();
    return taken.filter((one) => {
      if (one.state === 'applied') return true;
      one.state = 'refused';
      this.#waitingBytes -= one.update.length;
      // What follows an update that was refused may build on it.
      if (refused.has(one.writer) || unreadable.has(one.writer)) return false;
      if (!this.#document.apply(one.update)) {
        unreadable.add(one.writer);
        one.writer.close('unreadable');
        return false;
      }
      one.state = 'applied';
      this.#broadcast({ kind: 'update', id: 0, update: one.update }, one.writer);
      return true;
    });
  }

  async #queueDerivation(): Promise<void> {
    const now = performance.now();
    if (now - this.#queuedAt < QUEUE_MS) return;
    await queueDerivation(this.#services, { ...this.#item, bytes: this.#document.bytes });
    this.#queuedAt = now;
  }

  /** Fetches what other processes and the API wrote. */
  async readNewUpdates(): Promise<void> {
    if (this.#isPublishing || this.#isClosed) return;
    if (this.#isReading) {
      this.#readAgain = true;
      return;
    }
    this.#isReading = true;
    try {
      do {
        this.#readAgain = false;
        await this.#readUpdates();
      } while (this.#readAgain);
    } catch (error) {
      this.#services.log.warn({ err: error }, 'updates of a document were not fetched yet');
    } finally {
      this.#isReading = false;
    }
  }

  async #readUpdates(): Promise<void> {
    const { database } = this.#services;
    const { id } = this.#item;
    const updates = await updatesOf(database, id, [...this.#known]);
    const generation = await generationOf(database, id);
    if (generation === null) {
      for (const writer of this.writers) writer.close('gone');
      return;
    }
    const contents = updates.map(({ content }) => content);
    for (const update of updates) this.#known.add(update.id);
    if (generation !== this.#generation) {
      // What was merged may hold updates that this process never saw.
      const stored = await storedDocument(database, id);
      if (stored) {
        contents.push(
          ...[stored.state, ...stored.updates.map(({ content }) => content)].map((one) => Buffer.from(one)),
        );
        this.#generation = stored.generation;
        this.#known = new Set(stored.updates.map((update) => update.id));
      }
    }
    const added = this.#document.applyStored(contents);
    if (added) this.#broadcast({ kind: 'update', id: 0, update: added }, null);
  }

  #broadcast(message: DocumentMessage, except: Writer | null): void {
    const bytes = encodeMessage(message);
    for (const writer of this.writers)
      if (writer !== except && (message.kind !== 'presence' || writer.seesPeople)) writer.send(bytes);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    this.#cursors.close();
    this.#elsewhere.close();
    this.#document.destroy();
  }
}

const keyOf = ({ userId, number }: Writer): string => writerKey(userId, number);

/** The document's item was deleted (a foreign key that leads nowhere). */
function isDeleted(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}
