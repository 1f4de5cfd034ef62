import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { idField } from '#lib/contract/text-field.ts';

export const jobParams = z.object({ id: idField('Job') });

/** Work that continues after its request's response. */
export const job = z.object({
  id: z.string(),
  state: z.enum(['queued', 'running', 'ready', 'failed']),
  /** From 0 to 1; null where unknown. */
  progress: z.number().nullable(),
  done: z.number(),
  rejected: z.number(),
  reason: z.string().optional(),
  errors_url: z.string().nullable(),
});
export type Job = z.output<typeof job>;
