import { fromBase64, toBase64 } from 'lib0/buffer';
import {
  readDocumentDraft,
  removeDocumentDrafts,
  removeTabDraft,
  saveDocumentDraft,
} from '#lib/browser/document-draft.ts';
import type { DraftMetadata, DraftStorage } from '#lib/browser/drafts.ts';
import type { DocumentConnection } from '#services/document-connection.ts';

/** Whether what is unsaved is in this browser's storage: nothing is unsaved, all of it, not yet, or it can't be stored. */
export type StoredState = 'none' | 'stored' | 'pending' | 'failed';

type Place = { storage: DraftStorage; id: string; about: () => DraftMetadata };

/** How long what is written may be in memory alone, in milliseconds. */
const STORE_MS = 300;
/** How long a document that was left continues to be saved, in milliseconds. */
const LINGER_MS = 120_000;

/**
 * Stores in this browser what the server has not acknowledged, and removes it once it has. What was left here before,
 * also by tabs that were closed, becomes part of the connection's document at once.
 */
export class UnsavedWriting {
  readonly #connection: DocumentConnection;
  readonly #place: Place;
  readonly #tab = crypto.randomUUID();
  readonly #listeners = new Set<() => void>();
  #state: StoredState = 'none';
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #unsubscribe: () => void;

  constructor(connection: DocumentConnection, place: Place) {
    this.#connection = connection;
    this.#place = place;
    connection.shared.on('update', this.#onUpdate);
    this.#unsubscribe = connection.subscribe(this.#onStatus);
    window.addEventListener('pagehide', this.store);
  }

  readonly state = (): StoredState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * Takes over what was left unsaved in this browser.
   * @returns the Markdown that an earlier version of the app left, which can't be merged; null where there is none
   */
  adopt(): string | null {
    const { storage, id } = this.#place;
    const draft = readDocumentDraft(storage, id);
    if (!draft) return null;
    for (const update of draft.updates) {
      try {
        this.#connection.addUnsaved(fromBase64(update));
      } catch {
        // What was damaged can't be read by anybody.
      }
    }
    this.store();
    if (draft.markdown === null && this.#state !== 'failed') removeDocumentDrafts(storage, id, this.#tab);
    return draft.markdown;
  }

  /** Discards what an earlier version of the app left. */
  removeMarkdown(): void {
    removeDocumentDrafts(this.#place.storage, this.#place.id, this.#tab);
  }

  readonly store = (): void => {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { storage, id, about } = this.#place;
    const update = this.#connection.unsaved();
    if (!update) {
      // The connection says so later, once writing pauses; a tab that is closed until then would leave what is saved.
      this.#removeDraft();
      return;
    }
    const isStored = saveDocumentDraft(storage, { id, tab: this.#tab }, toBase64(update), about());
    this.#set(isStored ? 'stored' : 'failed');
  };

  /** While the server takes what is written, its copy in this browser can wait until no key is waiting. */
  readonly #storeSoon = (): void => {
    if (this.#connection.status().isConnected && typeof requestIdleCallback === 'function')
      requestIdleCallback(this.store, { timeout: STORE_MS });
    else this.store();
  };

  /** Stores what is unsaved, continues until it is saved, and closes the connection then. */
  leave(): void {
    this.store();
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      this.close();
    };
    const timer = setTimeout(finish, LINGER_MS);
    const unsubscribe = this.#connection.subscribe(() => {
      const { isUnsaved, closeReason: ended } = this.#connection.status();
      if (!isUnsaved || ended) finish();
    });
    if (!this.#connection.status().isUnsaved) finish();
  }

  /** Closes the connection; what is unsaved and was stored here stays. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    window.removeEventListener('pagehide', this.store);
    this.#unsubscribe();
    this.#listeners.clear();
    this.#connection.close();
  }

  readonly #onUpdate = (_update: Uint8Array, origin: unknown): void => {
    if (origin === this.#connection) return;
    this.#timer ??= setTimeout(this.#storeSoon, STORE_MS);
    this.#set('pending');
  };

  readonly #onStatus = (): void => {
    if (this.#connection.status().isUnsaved) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#removeDraft();
  };

  #removeDraft(): void {
    removeTabDraft(this.#place.storage, { id: this.#place.id, tab: this.#tab });
    this.#set('none');
  }

  #set(state: StoredState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
