import '#lib/contract/without-eval.ts';
import { z } from 'zod';

/** Who else works on a form's draft just now; asked again about every 20 seconds, which keeps the caller there. */
export const formEditors = z.object({
  others: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type FormEditors = z.output<typeof formEditors>;
