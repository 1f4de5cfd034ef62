import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { idField } from '#lib/contract/text-field.ts';

/** Where somebody is in a table: at a cell, or without a column at a row; without both, the page is elsewhere in it, or was left. */
export const putCursorRequest = z.strictObject({
  /** Names the page among those of its user. */
  tab: idField('Tab'),
  row_id: idField('Row').nullable(),
  column_id: idField('Column').nullable(),
});
export type PutCursorRequest = z.output<typeof putCursorRequest>;

/** A cursor as others receive it, in a message `{about: 'cursor', id: <table>, cursor}` of the socket. */
export type TableCursor = PutCursorRequest & { user: { id: string; name: string } };
