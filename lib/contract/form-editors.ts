import '#lib/contract/without-eval.ts';
import { z } from 'zod';

/**
 * Who else is editing a form's draft just now; requested again about every 20 seconds, which shows the
 * caller's presence.
 */
export const formEditors = z.object({
  others: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type FormEditors = z.output<typeof formEditors>;
