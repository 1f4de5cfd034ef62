import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { requireItemView, type SignedIn } from '#server/items/item/item.service.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { rowsByIds } from '../rows/row.repo.ts';
import { requireTable } from '../table/table.ts';
import { saveDistinct } from './distinct-rows.repo.ts';

/** Remembers that two rows are not the same person, or no longer does. @throws ApiError 404 for a row that is not there */
export function setDistinct(
  services: Services,
  caller: SignedIn,
  { id }: Authorized<ItemView, 'item.change'>,
  { rows: ids, distinct }: { rows: readonly string[]; distinct: boolean },
): Promise<{ distinct: boolean }> {
  return inTransaction(services, async (trx) => {
    const item = authorizeItem(await requireItemView(trx, caller, id), 'item.change');
    const table = await requireTable(trx, item);
    const [one = '', other = ''] = ids;
    const found = await rowsByIds(trx, table, [one, other].filter(isId));
    if (found.size < 2) throw notFound('This row');
    await saveDistinct(trx, item.id, [one, other], { isDistinct: distinct, userId: caller.user.id });
    return { distinct };
  });
}
