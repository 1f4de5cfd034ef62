import { z } from 'zod';
import { VCARD_MAX_LENGTH } from '#lib/contacts/vcard.ts';
import type { Values } from '#lib/fields/definition.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { isId } from '#server/platform/database/id.ts';
import { storableName } from '#server/platform/http/file-name.ts';

/** The folder of an archive with what its tables are made of again: a file of lines of JSON for each. */
export const TABLE_DATA_FOLDER = 'hubkeep.tables/';

/** The first line: hundreds of columns in dozens of views. */
export const HEADER_MAX_BYTES = 2 * 1024 ** 2;

const POSITION_MAX = 2 ** 52;
/** The table counts on behind the greatest number, up to 2^31 - 1. */
const NUMBER_MAX = 2 ** 30;
const LINK_POSITION_MAX = 2 ** 31 - 1;
/** Of a phone number as it was typed, in characters: longer ones are no numbers. */
const TYPED_NUMBER_LENGTH = 200;
const LINKS_MAX = 10_000;
const FILES_MAX = 1000;

/** The first line of a table's file: its columns and shared views, as the contract has them. */
export const tableHeader = z.object({
  format: z.literal('hubkeep-table'),
  columns: z.array(z.custom<Record<string, unknown>>((one) => isRecord(one) && isStorableJson(one))),
  views: z.array(z.unknown()).default([]),
});
export type TableHeader = z.output<typeof tableHeader>;

const rowId = z.string().refine(isId);
const rowNumber = z.number().int().min(1).max(NUMBER_MAX);
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => date.getUTCFullYear() > 0);

/** Each further line: a row, with its values as they are stored, by the names of their columns. */
export const archivedRow = z.object({
  id: rowId,
  number: rowNumber,
  position: z.number().int().min(-POSITION_MAX).max(POSITION_MAX),
  created_at: moment,
  updated_at: moment,
  values: z.custom<Values>((value) => isRecord(value) && isStorableJson(value)),
  /** How phone numbers of the row were typed: by the names of their columns, then by the numbers. */
  typed: z
    .record(z.string(), z.record(z.string(), z.string().max(TYPED_NUMBER_LENGTH)))
    .refine(isStorableJson)
    .catch({}),
  /** What is shown of tables that are not in the archive. */
  texts: z.record(z.string(), z.string()).refine(isStorableJson).default({}),
  /** The people that it names, by their ids. */
  people: z
    .record(z.string(), z.object({ name: z.string(), email: z.string() }))
    .refine(isStorableJson)
    .default({}),
  /** Its files, by their ids: the paths of their bytes in the archive. */
  files: z
    .record(
      rowId,
      z.object({ path: z.string(), name: z.string().transform(storableName), field: z.string() }),
    )
    .refine((files) => Object.keys(files).length <= FILES_MAX)
    .default({}),
});
export type ArchivedRow = z.output<typeof archivedRow>;

/** Of a line, the number of its row alone. */
export const numberedLine = z.object({ number: rowNumber });

/** After some rows: the card that one of them was imported from. */
export const archivedCard = z
  .object({ card: rowId, text: z.string().max(VCARD_MAX_LENGTH) })
  .refine(isStorableJson);
export type ArchivedCard = z.output<typeof archivedCard>;

/** After the rows: links of a column, by its id, to the rows of a table that is in the archive, too. */
export const archivedLinks = z.object({
  link: z.string(),
  /** The rows of its two sides, and the place of the link. */
  pairs: z.array(z.tuple([rowId, rowId, z.number().int().min(0).max(LINK_POSITION_MAX)])).max(LINKS_MAX),
});
export type ArchivedLinks = z.output<typeof archivedLinks>;
