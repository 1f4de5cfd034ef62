import type { ItemView } from '#server/items/item/item.repo.ts';
import type { LinkedValues } from '../rows/linked-values.ts';
import type { Table } from '../table/table.ts';
import type { RowWriteOutcome } from './row.service.ts';

/** The results of a request's rows, and the table at that time. */
export type WrittenRows<Outcome = RowWriteOutcome> = {
  item: ItemView;
  table: Table;
  outcomes: Outcome[];
  /** What the written rows show of other tables. */
  linked?: LinkedValues;
  /** The items of tables that show these rows: their readers are notified, too. */
  items?: Table['item'][];
};
