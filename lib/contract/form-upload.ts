import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { idField } from '#lib/contract/text-field.ts';

export const publicUploadParams = z.object({ slug: idField('Form'), upload_id: idField('Upload') });

/** The state of a file that is sent in chunks. */
export const formUpload = z.object({
  /** The value to send with the submission, once the file is complete. */
  id: z.string(),
  name: z.string(),
  /** Bytes that are there. */
  offset: z.number(),
  size: z.number(),
});
