import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { COLUMN_TYPES } from '#lib/fields/column-base.ts';
import { column } from './table.ts';

/** A deleted column that can be restored. */
export const restorableColumn = z
  .object({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    type: z.enum(COLUMN_TYPES),
    deleted_at: z.string(),
    /** Empty for readers outside the hub. */
    deleted_by: z.object({ id: z.string(), name: z.string() }),
    /** When it is purged, with its values. */
    expires_at: z.string(),
  })
  .meta({
    examples: [
      {
        ...{ id: 'f_berth', name: 'berth', label: 'Berth', type: 'text' },
        deleted_at: '2026-05-01T09:30:00.000Z',
        deleted_by: { id: '0196a3f2-7c1e-7d3a-9b1f-2f6d1c0a4e11', name: 'Ada Lovelace' },
        expires_at: '2026-05-31T09:30:00.000Z',
      },
    ],
  });
export type RestorableColumn = z.output<typeof restorableColumn>;

/** What is not as it was of a column that was restored. */
export const RESTORE_NOTES = ['renamed', 'not_unique', 'without_opposite'] as const;

/** A column that was restored. */
export const restoredColumn = z.object({
  column,
  notes: z.array(z.enum(RESTORE_NOTES)).meta({
    description:
      'What is not as it was: another column has its name (`renamed`), rows have the same values by now (`not_unique`), or its opposite column can not be restored (`without_opposite`).',
  }),
});
export type RestoredColumn = z.output<typeof restoredColumn>;
