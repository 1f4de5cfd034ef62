import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { idField } from '#lib/contract/text-field.ts';

export const publicUploadParams = z.object({ slug: idField('Form'), upload_id: idField('Upload') });

/** How far a file is that comes in piece by piece. */
export const formUpload = z.object({
  /** The value to send with the answer, once all of it is there. */
  id: z.string(),
  name: z.string(),
  /** Bytes that are there. */
  offset: z.number(),
  size: z.number(),
});
