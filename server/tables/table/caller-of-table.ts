import type { FastifyRequest } from 'fastify';
import {
  type Caller,
  type CallerOptions,
  callerBySession,
  callerOf,
} from '#server/access/sessions/caller.ts';
import { loadSessionsWithItems } from '#server/items/item/item-of-session.ts';
import { isId } from '#server/platform/database/id.ts';
import type { Services } from '#server/platform/services.ts';
import { TABLE_STATE, type TableItem } from './table-state.ts';

const sessionWithTable = loadSessionsWithItems<TableItem>(TABLE_STATE);

/** What was found along with the callers of requests that are about to be authorized. */
const found = new WeakMap<Caller, { id: string; item: TableItem }>();

function idIn({ params }: FastifyRequest): string | null {
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : null;
  return typeof id === 'string' && isId(id) ? id.toLowerCase() : null;
}

/**
 * The caller of a request that reads a table, whose item is read by the statement of the session, with the caller's rank: in place of `callerOf`, for a
 * route with the parameter `id` that is authorized by `readableTable`.
 */
export async function callerOfTable(
  services: Services,
  request: FastifyRequest,
  options: CallerOptions,
): Promise<Caller> {
  const id = idIn(request);
  if (id === null) return callerOf(services, request, options);
  const { caller, row } = await callerBySession(services, request, options, (database, sessionId, links) =>
    sessionWithTable(database, { sessionId, itemId: id, links: links.join() }),
  );
  // What was not found is looked for as any item: it may be a file of a document, whose readers learn that it is no table.
  if (row?.item) found.set(caller, { id, item: row.item });
  return caller;
}

/** The item that was found along with its caller, once: who is authorized again is read again. Null where none was. */
export function takeItem(caller: Caller, id: string): TableItem | null {
  const one = found.get(caller);
  if (one?.id !== id.toLowerCase()) return null;
  found.delete(caller);
  return one.item;
}
