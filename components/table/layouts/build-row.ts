import type { Row } from '#lib/contract/table.ts';

/** A row of no table, for values that are shown outside of any row: the title of a group. */
export const buildRow = (): Row => ({
  id: '',
  values: {},
  position: 0,
  revision: 0,
  created_at: '',
  updated_at: '',
  created_by: { id: '', name: '' },
  updated_by: { id: '', name: '' },
});
