import * as Y from 'yjs';
import {
  DOCUMENT_CLOSE_CODES,
  type DocumentMessage,
  decodeMessage,
  encodeMessage,
  MESSAGE_MAX,
} from '#lib/documents/protocol.ts';
import { keysOf } from '#lib/text/keys-of.ts';
import { DocumentPresence } from './document-presence.ts';
import { openDocumentSocket, takeEarly } from './early-socket.ts';
import { FrameBatch } from './frame-batch.ts';

/** Why a document's connection ended, and is not opened again by itself. */
type DocumentEnd = 'signed out' | 'gone' | 'too large' | 'outdated' | 'refused';

export type DocumentStatus = {
  /** The document is there: before, nothing can be written. */
  isLoaded: boolean;
  isConnected: boolean;
  /** Something was written that is not in the database yet. */
  isUnsaved: boolean;
  canWrite: boolean;
  /** An attempt to connect failed since it was last connected. */
  hasFailed: boolean;
  /** It failed because too many have the document open. */
  isFull: boolean;
  closeReason: DocumentEnd | null;
};

/** Milliseconds until a lost connection is opened again: soon at first, then less and less often. */
const SHORTEST_MS = 500;
const LONGEST_MS = 30_000;
/** A connection on which an update is not acknowledged for so long is dead, in milliseconds. */
const UNANSWERED_MS = 20_000;
/** Writing pauses for so long before all of it is said to be saved, in milliseconds. */
const SETTLED_MS = 300;
/** What a message has around its update, in bytes. */
const FRAME_BYTES = 32;
/** RFC 6455: the message was too large. */
const TOO_LARGE = 1009;

const CLOSE_REASONS: Record<number, DocumentEnd> = {
  [DOCUMENT_CLOSE_CODES.signedOut]: 'signed out',
  [DOCUMENT_CLOSE_CODES.gone]: 'gone',
  [DOCUMENT_CLOSE_CODES.tooLarge]: 'too large',
  [TOO_LARGE]: 'too large',
  [DOCUMENT_CLOSE_CODES.outdated]: 'outdated',
  [DOCUMENT_CLOSE_CODES.unreadable]: 'refused',
};

type Options = {
  itemId: string;
  /** The address of the socket's server; the page's own by default. */
  origin?: string;
  /** Whether the item is still there for the reader; asked where a socket was refused without a reason. */
  isReadable: () => Promise<boolean>;
};

/**
 * A shared document of Yjs that is connected to the server (`/ws/documents`, decision 146). What is written in it
 * is unsaved until the server acknowledged that it is in the database; one update is on its way at a time, and what
 * is written meanwhile is sent together after it. A lost connection is opened again, and sends what is unsaved.
 */
export class DocumentConnection {
  readonly shared = new Y.Doc();
  readonly presence: DocumentPresence;
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #status: DocumentStatus = {
    isLoaded: false,
    isConnected: false,
    isUnsaved: false,
    canWrite: false,
    hasFailed: false,
    isFull: false,
    closeReason: null,
  };
  #socket: WebSocket | null = null;
  #waiting: Uint8Array[] = [];
  #sent: { id: number; update: Uint8Array } | null = null;
  #nextId = 1;
  /** What others wrote since the last frame. */
  readonly #arrived = new FrameBatch<Uint8Array>((updates) => {
    // The server is asked for what could not be taken.
    if (!this.#apply(updates)) this.#leave();
  });
  #wait = SHORTEST_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #unanswered: ReturnType<typeof setTimeout> | undefined;
  #writtenAt = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    this.presence = new DocumentPresence((state) => {
      // Before the document is there, its cursors are nobody's yet.
      if (this.#status.isConnected) this.#send({ kind: 'presence', connection: 0, state });
    });
    this.shared.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== this) this.#write(update);
    });
    window.addEventListener('online', this.reconnect);
    window.addEventListener('offline', this.#leave);
  }

  /** The same object until something of it changes. */
  readonly status = (): DocumentStatus => this.#status;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** What is not acknowledged yet, as one update; null where everything is saved. */
  unsaved(): Uint8Array | null {
    const updates = this.#sent ? [this.#sent.update, ...this.#waiting] : this.#waiting;
    if (updates.length === 0) return null;
    return updates.length === 1 && updates[0] ? updates[0] : Y.mergeUpdates(updates);
  }

  /** Adds what was left unsaved on this device earlier; it is sent like what is written now. @throws where it is no update */
  addUnsaved(update: Uint8Array): void {
    Y.decodeUpdate(update);
    Y.applyUpdate(this.shared, update, this);
    this.#write(update);
  }

  /** Opens the connection where there is none, now. */
  readonly reconnect = (): void => {
    if (this.#isClosed || this.#socket) return;
    clearTimeout(this.#retry);
    if (!navigator.onLine) {
      this.#set({ hasFailed: true });
      return;
    }
    const { itemId, origin } = this.#options;
    const early = takeEarly(itemId);
    const socket = early?.socket ?? openDocumentSocket(itemId, origin);
    this.#socket = socket;
    let isOpen = socket.readyState === WebSocket.OPEN;
    socket.onopen = () => {
      isOpen = true;
      // One that was opened early is sent all of it without being asked.
      if (!early) this.#send({ kind: 'have', vector: Y.encodeStateVector(this.shared) });
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && typeof data !== 'string') this.#receive(new Uint8Array(data));
    };
    // Whatever failed, its closing follows.
    socket.onerror = () => undefined;
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#lost(code, isOpen);
    };
    for (const { data } of early?.received ?? []) {
      // What was received before may have ended it.
      if (this.#socket !== socket) break;
      this.#receive(new Uint8Array(data));
    }
  };

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#unanswered);
    clearTimeout(this.#settling);
    this.#arrived.flush();
    window.removeEventListener('online', this.reconnect);
    window.removeEventListener('offline', this.#leave);
    this.presence.close();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#listeners.clear();
    this.shared.destroy();
  }

  readonly #leave = (): void => {
    const socket = this.#socket;
    if (!socket) return;
    this.#lost(0, true);
    socket.close();
  };

  #set(change: Partial<DocumentStatus>): void {
    const next = { ...this.#status, ...change };
    const isSame = keysOf(change).every((name) => this.#status[name] === change[name]);
    if (isSame) return;
    this.#status = next;
    for (const listener of this.#listeners) listener();
  }

  #send(message: DocumentMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(encodeMessage(message));
  }

  #write(update: Uint8Array): void {
    this.#writtenAt = performance.now();
    this.#waiting.push(update);
    // Merged now and then, so that a day without a network is no heap of letters.
    if (this.#waiting.length > 200) this.#waiting = [Y.mergeUpdates(this.#waiting)];
    this.#set({ isUnsaved: true });
    this.#flush();
  }

  /** Everything is saved; said once nothing was written for a while, because each letter would change it twice. */
  #settle(): void {
    clearTimeout(this.#settling);
    if (this.#sent || this.#waiting.length > 0) return;
    const left = this.#writtenAt + SETTLED_MS - performance.now();
    if (left > 0) this.#settling = setTimeout(() => this.#settle(), left);
    else this.#set({ isUnsaved: false });
  }

  #flush(): void {
    const { isConnected, canWrite } = this.#status;
    if (!isConnected || !canWrite || this.#sent || this.#waiting.length === 0) return;
    const update = Y.mergeUpdates(this.#waiting);
    if (update.length + FRAME_BYTES > MESSAGE_MAX) {
      this.#stop('too large');
      return;
    }
    this.#waiting = [];
    this.#sent = { id: this.#nextId, update };
    this.#nextId += 1;
    this.#send({ kind: 'update', ...this.#sent });
    this.#unanswered = setTimeout(this.#leaveAndReturn, UNANSWERED_MS);
  }

  readonly #leaveAndReturn = (): void => {
    this.#leave();
    this.reconnect();
  };

  #receive(bytes: Uint8Array): void {
    let message: DocumentMessage;
    try {
      message = decodeMessage(bytes);
    } catch {
      this.#stop('refused');
      return;
    }
    switch (message.kind) {
      case 'access':
        this.#set({ canWrite: message.canWrite });
        this.#flush();
        return;
      case 'have':
        this.#sendMissingUpdates(message.vector);
        return;
      case 'missing':
        if (!this.#apply([message.update])) {
          this.#stop('refused');
          return;
        }
        this.#wait = SHORTEST_MS;
        this.#set({ isLoaded: true, isConnected: true, hasFailed: false, isFull: false });
        this.presence.sendOwn();
        this.#flush();
        return;
      case 'update':
        this.#arrived.add(message.update);
        return;
      case 'stored':
        if (message.id !== this.#sent?.id) return;
        clearTimeout(this.#unanswered);
        this.#sent = null;
        this.#flush();
        this.#settle();
        return;
      case 'presence':
        this.presence.receive(message.connection, message.state);
    }
  }

  /** @returns false where one of them can't be applied: those after it are not, either */
  #apply(updates: readonly Uint8Array[]): boolean {
    const applyAll = () => {
      for (const update of updates) Y.applyUpdate(this.shared, update, this);
    };
    try {
      Y.transact(this.shared, applyAll, this, false);
      return true;
    } catch {
      return false;
    }
  }

  /** The server said what it has: what it lacks is sent, also what it had acknowledged and lost, as in a restored copy. */
  #sendMissingUpdates(vector: Uint8Array): void {
    this.#arrived.flush();
    const theirs = Y.decodeStateVector(vector);
    const own = Y.decodeStateVector(Y.encodeStateVector(this.shared));
    const lacksSome = [...own].some(([client, clock]) => clock > (theirs.get(client) ?? 0));
    if (!lacksSome || !this.#status.canWrite) return;
    this.#waiting.push(Y.encodeStateAsUpdate(this.shared, vector));
    this.#set({ isUnsaved: true });
  }

  #lost(code: number, wasOpen: boolean): void {
    this.#socket = null;
    this.#arrived.flush();
    clearTimeout(this.#unanswered);
    if (this.#sent) this.#waiting.unshift(this.#sent.update);
    this.#sent = null;
    this.presence.clear();
    // A socket that opened and was ended before the document came has failed, too.
    const hasFailed = this.#status.hasFailed || !this.#status.isConnected;
    this.#set({ isConnected: false, hasFailed, isFull: code === DOCUMENT_CLOSE_CODES.tooMany });
    const reason = CLOSE_REASONS[code];
    if (reason) {
      this.#stop(reason);
      return;
    }
    if (code === DOCUMENT_CLOSE_CODES.readOnly) this.#set({ canWrite: false });
    if (!wasOpen && navigator.onLine) void this.#checkAccess();
    if (this.#isClosed) return;
    this.#retry = setTimeout(this.reconnect, this.#wait * (0.5 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_MS);
  }

  async #checkAccess(): Promise<void> {
    const isReadable = await this.#options.isReadable().catch(() => true);
    if (!isReadable && !this.#isClosed) this.#stop('gone');
  }

  #stop(reason: DocumentEnd): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    this.presence.clear();
    if (this.#sent) this.#waiting.unshift(this.#sent.update);
    this.#sent = null;
    socket?.close();
    this.#set({ closeReason: reason, isConnected: false });
  }

  /** Tries again after an end, as after another sign-in. */
  restart(): void {
    this.#set({ closeReason: null });
    this.reconnect();
  }
}
