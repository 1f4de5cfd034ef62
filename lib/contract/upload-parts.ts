import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { UPLOAD_KINDS } from '#lib/text/upload-types.ts';

/** The parts with a file that is sent for a field, for the published description. */
export const fieldFileParts = z.object({ field: z.string().describe('The id of the field') });

/** Who can see uploaded files: what the place gives, or anybody who uploads them alone. */
export const UPLOAD_VISIBILITIES = ['shared', 'private'] as const;
export type UploadVisibility = (typeof UPLOAD_VISIBILITIES)[number];

/** The parts with files that become items. */
export const uploadParts = z.object({
  kind: z.enum(UPLOAD_KINDS).optional(),
  parent: z.string().optional().describe('The id of a folder'),
  document: z
    .string()
    .optional()
    .describe('The id of a document that the files are put into: whoever reads it may read them'),
  visibility: z
    .enum(UPLOAD_VISIBILITIES)
    .optional()
    .describe('`private`: only for whoever uploads, until it is shared; `shared` by default'),
  name: z.string().optional().describe('The name of the next file, where its own part cannot carry it'),
});
