import { randomUUID } from 'node:crypto';
import type { Services } from '#server/platform/services.ts';
import type { Connected } from './connected-writer.ts';
import {
  noteWriting,
  removeOldWriting,
  removeWriting,
  removeWritingOf,
  type Writing,
} from './writers-now.repo.ts';

/** Anybody who comes and goes within this time is noted together, in milliseconds. */
const GATHER_MS = 100;
/** How often a process says again who writes, in milliseconds. */
const ROUND_MS = 25_000;

type Needed = Pick<Services, 'database' | 'log'> & {
  changeEvents: Pick<Services['changeEvents'], 'publish'>;
};

/** A page that has a document open. */
type Page = Pick<Connected, 'presence' | 'canWrite' | 'userId'> & {
  socket: Pick<Connected['socket'], 'readyState' | 'OPEN'>;
  item: Pick<Connected['item'], 'id' | 'hub_id'>;
};

/** Who writes in the documents that this process has open, noted for the lists of all processes. */
export type WritersNow = {
  /** A page has shown where it writes, or was closed. */
  note(one: Page): void;
  close(): void;
};

/** Somebody with an account who may write here and has shown where: a reader's page has no place in the text. */
const isWriting = ({ presence, canWrite, userId, socket }: Page): boolean =>
  presence !== null && canWrite && userId !== null && socket.readyState === socket.OPEN;

const keyOf = ({ itemId, userId }: Writing): string => `${itemId} ${userId}`;

export function createWritersNow({ database, changeEvents, log }: Needed): WritersNow {
  const processId = randomUUID();
  const pages = new Set<Page>();
  let noted = new Map<string, Writing>();
  const hubOf = new Map<string, string>();
  let waiting: NodeJS.Timeout | null = null;
  let isStoring = false;
  let stored = Promise.resolve();
  let isRoundDue = false;
  let isClosed = false;

  /** Everybody who writes now, once a document however many pages they have open. */
  function current(): Map<string, Writing> {
    const writing = new Map<string, Writing>();
    for (const one of pages) {
      if (!isWriting(one) || one.userId === null) continue;
      const entry = { itemId: one.item.id, userId: one.userId };
      writing.set(keyOf(entry), entry);
      hubOf.set(one.item.id, one.item.hub_id);
    }
    return writing;
  }

  async function store(): Promise<void> {
    const now = current();
    const isRound = isRoundDue;
    isRoundDue = false;
    const added = [...now.values()].filter((entry) => !noted.has(keyOf(entry)));
    const removed = [...noted.values()].filter((entry) => !now.has(keyOf(entry)));
    await noteWriting(database, processId, isRound ? [...now.values()] : added);
    await removeWriting(database, processId, removed);
    noted = now;
    if (isRound) await removeOldWriting(database);
    for (const id of new Set([...added, ...removed].map(({ itemId }) => itemId))) {
      const hubId = hubOf.get(id);
      if (hubId) changeEvents.publish({ about: 'writers', hubId, id });
    }
    const open = new Set([...now.values()].map(({ itemId }) => itemId));
    for (const id of hubOf.keys()) if (!open.has(id)) hubOf.delete(id);
  }

  function storeSoon(): void {
    if (isClosed) return;
    waiting ??= setTimeout(() => {
      waiting = null;
      // Anybody who comes meanwhile is noted after it.
      if (isStoring) return storeSoon();
      isStoring = true;
      stored = store()
        .catch((error) => log.warn({ err: error }, 'who writes in documents was not noted yet'))
        .finally(() => {
          isStoring = false;
        });
    }, GATHER_MS);
    waiting.unref();
  }

  const round = setInterval(() => {
    if (noted.size === 0 && pages.size === 0) return;
    // What failed is tried again, and anybody who may not write any more is removed: in one turn, so that nobody who left is noted.
    isRoundDue = true;
    storeSoon();
  }, ROUND_MS);
  round.unref();

  return {
    note(one) {
      const writes = isWriting(one);
      if (pages.has(one) === writes) return;
      if (writes) pages.add(one);
      else pages.delete(one);
      storeSoon();
    },
    close() {
      isClosed = true;
      clearInterval(round);
      if (waiting) clearTimeout(waiting);
      stored
        .then(() => removeWritingOf(database, processId))
        .catch((error) => log.warn({ err: error }, 'who wrote in documents was not removed'));
    },
  };
}
