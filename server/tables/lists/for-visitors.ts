import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { withinTime } from '#server/platform/database/within-time.ts';
import { serverBusy } from '#server/platform/http/api-error.ts';
import { withCurrentOrder } from './use-stored-order.ts';

/** How long a statement may take that anybody can have made, in milliseconds: with a search, it reads all rows. */
const VISITOR_MS = 5_000;

/** Reads rows, for somebody without an account within a limited time. @throws ApiError 503 where it takes longer */
export async function forVisitors<T>(
  database: Database,
  { user }: Caller,
  read: (database: Database | Transaction) => Promise<T>,
): Promise<T> {
  if (user) return read(database);
  const found = await withCurrentOrder(database, (begin) =>
    withinTime(database, VISITOR_MS, async (trx) => {
      begin(trx);
      return { data: await read(trx) };
    }),
  );
  if (!found) throw serverBusy();
  return found.data;
}
