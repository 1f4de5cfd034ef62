import type { SentBulkChange } from '#lib/contract/bulk-change.ts';
import type { TableQuery } from './rows/row-queries.ts';

/** Which rows a list shows, as a bulk change has it. */
export const rowsOfQuery = ({ q, filter }: TableQuery): Pick<SentBulkChange, 'filter' | 'q'> => ({
  filter: filter === '' ? null : JSON.parse(filter),
  ...(q === '' ? {} : { q }),
});
