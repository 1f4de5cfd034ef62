import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { queryText } from '#lib/contract/text-field.ts';

/** Of which space, by its address. */
export const documentWritersQuery = z.object({ space: queryText('Space', { max: 200 }) });

/** The others who write in a document now; people of the hub alone, never the caller. */
export const documentWriters = z.object({
  item_id: z.string(),
  people: z.array(z.object({ id: z.string(), name: z.string(), avatar_url: z.string().nullable() })),
});
export type DocumentWriters = z.output<typeof documentWriters>;
export type WritingPerson = DocumentWriters['people'][number];
