import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { job } from '#lib/contract/job.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { queryChoice } from '#lib/contract/text-field.ts';

/** With `state=open`, only those that have not ended. */
export const importListQuery = z.object({ ...pageQuery, state: queryChoice('State', ['open', 'ended']) });
export type ImportListQuery = z.output<typeof importListQuery>;

/** A file that is, or was, imported into a table. */
export const tableImport = job.omit({ total: true, result: true }).extend({
  /** Null for an import of long ago. */
  file_name: z.string().nullable(),
  created_at: z.string(),
  /** When it ended, or got so far. */
  updated_at: z.string(),
  /** Whoever began it; empty for readers outside the hub. */
  created_by: z.object({ id: z.string(), name: z.string() }),
});
export type TableImport = z.output<typeof tableImport>;
