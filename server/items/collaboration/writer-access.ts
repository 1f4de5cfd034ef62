import { encodeMessage } from '#lib/documents/protocol.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { type Caller, callerOfUpgrade } from '#server/access/sessions/caller.ts';
import { type ItemView, itemById } from '#server/items/item/item.repo.ts';
import { hubTenant, withTenant } from '#server/platform/database/tenant.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import type { Writer } from './active-document.ts';
import { type Connected, closeSocket, isConnected, mayWrite } from './connected-writer.ts';
import { openItemsBelow } from './open-items-below.ts';
import { seesPeople } from './sees-people.ts';

/** How long changes are gathered before rights are checked, in milliseconds. */
const GATHER_MS = 40;

type Needed = Pick<Services, 'database' | 'log' | 'signingKey'>;

/** Checks what those who have documents open may still do there. */
export type WriterAccess = {
  /** Which of these may not write (any more); their sockets are closed. */
  refusedWriters(writers: readonly Writer[]): Promise<ReadonlySet<Writer>>;
  /** Checks these soon, all that gather in one go. */
  recheckSoon(some: Iterable<Connected>): void;
  /** Checks those soon who have this item open, or one below it. */
  recheckBelow(hubId: string, itemId: string): void;
  close(): void;
};

/** The item as the caller may see and read it now; null where they may not. */
export async function readableItem(services: Needed, caller: Caller, id: string): Promise<ItemView | null> {
  const item = await itemById(services.database, caller, id);
  try {
    const readable = authorizeItem(item, 'item.download');
    return readable.kind === 'document' && readable.file_sha256 === null ? readable : null;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** @param connected the sockets that are open now; the caller adds to them and deletes from them */
export function createWriterAccess(services: Needed, connected: ReadonlySet<Connected>): WriterAccess {
  let doubtful = new Set<Connected>();
  let changed = new Set<string>();
  let changedHubs = new Set<string>();
  let waiting: NodeJS.Timeout | null = null;

  /** Reads again what a page may do; ends its socket where that is nothing. @returns whether it may write */
  async function recheck(one: Connected): Promise<boolean> {
    const caller = await callerOfUpgrade(services, one.request);
    if (!caller || (one.caller.user && !caller.user)) {
      closeSocket(one, 'signedOut', 'The session has ended.');
      return false;
    }
    const item = await readableItem(services, caller, one.item.id);
    if (!item) {
      closeSocket(one, 'gone', 'This document is not there for you.');
      return false;
    }
    const canWrite = mayWrite(item);
    if (canWrite !== one.canWrite) one.send(encodeMessage({ kind: 'access', canWrite }));
    one.canWrite = canWrite;
    one.seesPeople = await seesPeople(services.database, caller, item);
    one.caller = caller;
    one.item = item;
    return canWrite;
  }

  async function refusedWriters(writers: readonly Writer[]): Promise<ReadonlySet<Writer>> {
    // Also of those who have left: what they wrote last was sent while they were here.
    const may = await Promise.all(writers.map((one) => isConnected(one) && recheck(one)));
    const refused = new Set(writers.filter((_, at) => !may[at]));
    for (const one of refused)
      if (isConnected(one)) closeSocket(one, 'readOnly', 'You can not change this document.');
    return refused;
  }

  function recheckSoon(some: Iterable<Connected>): void {
    for (const one of some) doubtful.add(one);
    if (doubtful.size > 0) waiting ??= setTimeout(recheckGathered, GATHER_MS);
  }

  function recheckBelow(hubId: string, itemId: string): void {
    changed.add(itemId);
    changedHubs.add(hubId);
    waiting ??= setTimeout(recheckGathered, GATHER_MS);
  }

  function recheckGathered(): void {
    waiting = null;
    const doubted = doubtful;
    doubtful = new Set();
    if (changed.size > 0) {
      const [items, hubs] = [changed, changedHubs];
      changed = new Set();
      changedHubs = new Set();
      const some = [...connected].filter((one) => hubs.has(one.item.hub_id) && !doubted.has(one));
      connectedBelow(items, some)
        .then((below) => below.forEach(recheckNow))
        .catch(logFailure);
    }
    for (const one of doubted) recheckNow(one);
  }

  async function connectedBelow(items: ReadonlySet<string>, some: readonly Connected[]) {
    const open = [...new Set(some.map(({ item }) => item.id))];
    // Most changes are of other items: one statement for all that are open, before any is checked.
    const below = open.length === 0 ? new Set() : await openItemsBelow(services.database, [...items], open);
    return some.filter(({ item }) => below.has(item.id));
  }

  function recheckNow(one: Connected): void {
    if (connected.has(one)) withTenant(hubTenant(one.item.hub_id), () => recheck(one)).catch(logFailure);
  }

  function logFailure(error: unknown): void {
    services.log.error({ err: error }, 'the rights of an open document could not be checked');
  }

  return {
    refusedWriters,
    recheckSoon,
    recheckBelow,
    close() {
      if (waiting) clearTimeout(waiting);
    },
  };
}
