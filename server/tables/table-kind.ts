import type { ItemKindHandler } from '#server/items/item/item-kinds.ts';
import { copyTable } from './copy-table.ts';
import { createTable } from './create-table.ts';
import { queueTableIndexing } from './indexing/queue-row-indexing.ts';
import { hasRow } from './rows/has-row.ts';

/** Tables and contact lists: items with columns and rows. */
export const tableKind: ItemKindHandler = {
  kinds: ['table', 'contact'],
  create: createTable,
  async copy(trx, from, to) {
    await copyTable(trx, from, to.id);
    await queueTableIndexing(trx, [to]);
  },
  hasRow,
};
