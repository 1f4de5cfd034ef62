import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { uploadedRowFile } from '#lib/contract/table.ts';
import { idField } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** Texts that are read at once, the longest of them, and characters of all: they bound how many rows are named. */
export const LINK_TEXTS_MAX = 10_000;
export const LINK_TEXT_MAX = 10_000;
export const LINK_TEXTS_LENGTH_MAX = 500_000;

/** Texts of cells that are to become links of a column: titles of rows, or their ids, as an import reads them. */
export const readLinksRequest = z
  .strictObject({
    /** The id or name of a column of links. */
    column: idField('Column'),
    texts: z
      .array(
        z
          .string({ error: message.invalidType('Texts', 'list') })
          .max(LINK_TEXT_MAX, message.maxLength('A text', LINK_TEXT_MAX)),
        { error: message.invalidType('Texts', 'list') },
      )
      .min(1, message.required('Texts'))
      .max(LINK_TEXTS_MAX, message.maxCount('Texts', LINK_TEXTS_MAX))
      .refine(
        (texts) => texts.reduce((sum, { length }) => sum + length, 0) <= LINK_TEXTS_LENGTH_MAX,
        message.maxLength('Texts', LINK_TEXTS_LENGTH_MAX),
      ),
  })
  .meta({ examples: [{ column: 'customer', texts: ['Ada Lovelace', 'Grace Hopper; Alan Turing'] }] });

/** The value of each text: ids of rows, null for none; or why it names none. */
export const readLinksResult = z.union([
  z.object({ value: z.array(z.string()).nullable() }),
  z.object({ reason: z.string() }),
]);
export type ReadLinksResult = z.output<typeof readLinksResult>;

/** Files that are copied at once. */
export const COPIED_FILES_MAX = 100;

/** Files of rows, of this table or another one of the hub, that are to be in another cell, too. */
export const copyRowFilesRequest = z
  .strictObject({
    /** The id or name of a column of files. */
    field: idField('Field'),
    files: z
      .array(z.strictObject({ item: idField('Item'), file_id: idField('File') }), {
        error: message.invalidType('Files', 'list'),
      })
      .min(1, message.required('Files'))
      .max(COPIED_FILES_MAX, message.maxCount('Files', COPIED_FILES_MAX)),
  })
  .meta({
    examples: [
      {
        field: 'papers',
        files: [
          {
            item: '01a22b86-467d-7c94-9b8e-1184382bf1e0',
            file_id: '01a22b86-48e3-746d-8057-3ada9cb6b081',
          },
        ],
      },
    ],
  });

/** Each file as it waits for its row, or why it can't be copied. */
export const copiedRowFile = z.union([z.object({ file: uploadedRowFile }), z.object({ reason: z.string() })]);
export type CopiedRowFile = z.output<typeof copiedRowFile>;
