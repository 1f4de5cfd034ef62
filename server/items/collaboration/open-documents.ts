import type { ItemView } from '#server/items/item/item.repo.ts';
import type { PresenceChange } from '#server/platform/realtime/change-events.ts';
import type { Services } from '#server/platform/services.ts';
import { ActiveDocument, type Writer } from './active-document.ts';
import { openDocument } from './open-document.ts';

/** How long a document waits for what was written last before it is looked at again, in milliseconds. */
const RELEASE_MS = 40;

type Needed = Pick<Services, 'database' | 'jobs' | 'changeEvents' | 'log' | 'extraction'>;

/** The documents that somebody has open in this process. */
export type OpenDocuments = {
  readonly size: number;
  /** The document of an item, read from the database where nobody has it open; null where there is none. */
  open(item: ItemView): Promise<ActiveDocument | null>;
  /** Closes a document that nobody has open any more. */
  release(itemId: string, document: ActiveDocument): void;
  /** Reads what other processes wrote: into one document, or into all. */
  readNewUpdates(itemId?: string): void;
  /** Takes what another process says about the cursors in a document. */
  receivePresence(event: PresenceChange): void;
};

export function createOpenDocuments(
  services: Needed,
  refusedWriters: (writers: readonly Writer[]) => Promise<ReadonlySet<Writer>>,
): OpenDocuments {
  const documents = new Map<string, Promise<ActiveDocument | null>>();
  const opened = new Map<string, ActiveDocument>();

  async function open(item: ItemView): Promise<ActiveDocument | null> {
    const known = documents.get(item.id);
    if (known) return known;
    const opening = openDocument(services, item.id).then((stored) => {
      if (!stored) return null;
      const document = new ActiveDocument(
        services,
        { id: item.id, hubId: item.hub_id },
        stored,
        refusedWriters,
      );
      opened.set(item.id, document);
      // What was written elsewhere while it was read.
      void document.readNewUpdates();
      return document;
    });
    documents.set(item.id, opening);
    opening.catch(() => documents.delete(item.id));
    return opening;
  }

  function release(itemId: string, document: ActiveDocument): void {
    if (document.writers.size > 0 || opened.get(itemId) !== document) return;
    if (!document.isIdle) {
      // The last changes of those who left are still on their way to the database.
      setTimeout(() => release(itemId, document), RELEASE_MS).unref();
      return;
    }
    document.close();
    opened.delete(itemId);
    documents.delete(itemId);
  }

  return {
    get size() {
      return opened.size;
    },
    open,
    release,
    receivePresence: (event) => opened.get(event.documentId)?.receivePresence(event),
    readNewUpdates(itemId) {
      if (itemId !== undefined) void opened.get(itemId)?.readNewUpdates();
      else for (const document of opened.values()) void document.readNewUpdates();
    },
  };
}
