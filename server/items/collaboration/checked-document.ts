import * as Y from 'yjs';
import { COLSPAN_MAX, ROWSPAN_MAX } from '#lib/documents/table-cells.ts';
import { DOCUMENT_FRAGMENT, sharedDocument } from '#lib/documents/yjs-document.ts';

/** How deep elements lie within each other at most: browsers build them by recursion. */
const DEPTH_MAX = 400;
/** As many updates are kept apart before they become one. */
const APART_MAX = 1_000;

/** The attributes that make editors build something as large as they say. */
const LARGEST: Record<string, number> = { colspan: COLSPAN_MAX, rowspan: ROWSPAN_MAX };

/**
 * A shared document that takes an update as a whole or not at all. Yjs applies up to the struct that it fails at, and what
 * it failed at once, all who open the document would fail at.
 */
export class CheckedDocument {
  #shared: Y.Doc;
  /** What the document consists of, from which it is built again. */
  #updates: Uint8Array[];
  #bytes: number;
  #isRefused = false;

  constructor(updates: readonly Uint8Array[]) {
    this.#updates = [...updates];
    this.#bytes = sizeOf(updates);
    this.#shared = this.#build();
  }

  get shared(): Y.Doc {
    return this.#shared;
  }

  /** Bytes of what was applied; with deleted texts until `compact`. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Applies an update.
   * @returns false, with nothing applied, where Yjs can't apply it, it needs others that are not there, or editors
   *   could not show what it makes
   */
  apply(update: Uint8Array): boolean {
    const { store } = this.#shared;
    const hadPending = store.pendingStructs !== null;
    this.#isRefused = false;
    try {
      Y.applyUpdate(this.#shared, update);
    } catch {
      this.#isRefused = true;
    }
    if (this.#isRefused || (store.pendingStructs !== null && !hadPending)) {
      this.#shared.destroy();
      this.#shared = this.#build();
      return false;
    }
    this.#add(update);
    return true;
  }

  /** Applies what is stored, and was checked by the process that stored it. @returns what of it is new; null where nothing is */
  applyStored(updates: readonly Uint8Array[]): Uint8Array | null {
    const before = Y.encodeStateVector(this.#shared);
    let isNew = false;
    let applied: Uint8Array[] = [];
    const note = (update: Uint8Array) => {
      applied.push(update);
    };
    this.#shared.on('update', note);
    for (const update of updates) {
      applied = [];
      Y.applyUpdate(this.#shared, update);
      isNew ||= applied.length > 0;
      // What waits for others is in no update that was applied. Else, a state that brings one letter is that letter.
      const { pendingStructs, pendingDs } = this.#shared.store;
      const parts = pendingStructs || pendingDs ? [update] : applied;
      for (const part of parts) this.#add(part);
    }
    this.#shared.off('update', note);
    return isNew ? Y.encodeStateAsUpdate(this.#shared, before) : null;
  }

  /** Makes one update of all, without what was deleted. */
  compact(): void {
    if (this.#updates.length === 1) return;
    this.#updates = [Y.encodeStateAsUpdate(this.#shared)];
    this.#bytes = sizeOf(this.#updates);
  }

  destroy(): void {
    this.#shared.destroy();
  }

  #add(update: Uint8Array): void {
    this.#updates.push(update);
    this.#bytes += update.length;
    if (this.#updates.length > APART_MAX) this.compact();
  }

  #build(): Y.Doc {
    const shared = sharedDocument(this.#updates);
    shared.getXmlFragment(DOCUMENT_FRAGMENT).observeDeep((events) => {
      if (!events.every(isShowable)) this.#isRefused = true;
    });
    return shared;
  }
}

const sizeOf = (updates: readonly Uint8Array[]) => updates.reduce((sum, { length }) => sum + length, 0);

/** Whether editors can show what an event changed. */
function isShowable(event: Y.YEvent<Y.XmlElement | Y.XmlFragment | Y.XmlText>): boolean {
  if (event.target instanceof Y.XmlElement && !hasShowableSpans(event.target)) return false;
  const added = [...event.changes.added].flatMap(({ content }) =>
    content instanceof Y.ContentType ? [content.type] : [],
  );
  return added.every((child) => isShowableBelow(child, event.path.length + 1));
}

function isShowableBelow(element: unknown, depth: number): boolean {
  if (!(element instanceof Y.XmlElement)) return true;
  if (depth > DEPTH_MAX || !hasShowableSpans(element)) return false;
  return element.toArray().every((child) => isShowableBelow(child, depth + 1));
}

const hasShowableSpans = (element: Y.XmlElement) =>
  Object.entries(LARGEST).every(([name, largest]) => {
    const span: unknown = element.getAttribute(name);
    return span === undefined || span === null || Number(span) <= largest;
  });
