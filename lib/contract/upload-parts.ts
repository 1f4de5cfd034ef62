import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { UPLOAD_KINDS } from '#lib/text/upload-types.ts';

/** The parts with a file that is sent for a field, for the published description. */
export const fieldFileParts = z.object({ field: z.string().describe('The id of the field') });

/** The parts with files that become items. */
export const uploadParts = z.object({
  kind: z.enum(UPLOAD_KINDS).optional(),
  parent: z.string().optional().describe('The id of a folder'),
  name: z.string().optional().describe('The name of the next file, where its own part cannot carry it'),
});
