import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { idField, queryText } from '#lib/contract/text-field.ts';
import { OPTION_COLORS } from '#lib/fields/option-colors.ts';
import { ITEM_KINDS } from '#lib/text/upload-types.ts';

/** The location of a passage in its file; `page`, `slide`, `part` and row numbers count from 1. */
const passageLocation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('page'), page: z.number() }),
  z.object({ type: z.literal('section'), heading: z.string() }),
  z.object({ type: z.literal('slide'), slide: z.number() }),
  z.object({ type: z.literal('rows'), sheet: z.string().optional(), from: z.number(), to: z.number() }),
  z.object({ type: z.literal('row'), row_id: z.string() }),
  z.object({ type: z.literal('message') }),
  z.object({ type: z.literal('text'), part: z.number() }),
]);

/** A piece of the text that was read from a file (`items/{id}/text/`). */
export const textPassage = z.object({ where: passageLocation, heading: z.string(), text: z.string() });
export type TextPassage = z.output<typeof textPassage>;

/**
 * The first rows of a sheet with their numbers; of files that were extracted long ago the numbers are
 * unknown, and whether there are more.
 */
const previewSheet = z.object({
  name: z.string(),
  rows: z.array(z.array(z.string())),
  numbers: z.array(z.number()).optional(),
  has_more: z.boolean().optional(),
  /** The workbook hides it. */
  hidden: z.literal(true).optional(),
});
export type PreviewSheet = z.output<typeof previewSheet>;

/** The preview of an item; html was sanitized by the server and loads nothing from elsewhere. */
export const itemPreview = z.discriminatedUnion('type', [
  z.object({ type: z.literal('html'), html: z.string(), truncated: z.boolean().optional() }),
  z.object({
    type: z.literal('text'),
    text: z.string(),
    truncated: z.boolean().optional(),
    /** It is a document's Markdown that could not be rendered. */
    is_plain: z.boolean().optional(),
  }),
  z.object({ type: z.literal('table'), sheets: z.array(previewSheet), truncated: z.boolean() }),
  z.object({ type: z.literal('pages'), count: z.number() }),
  z.object({ type: z.literal('markdown'), markdown: z.string() }),
  z.object({ type: z.literal('none') }),
]);
export type ItemPreview = z.output<typeof itemPreview>;

/** A row of a sheet; `number` counts from 1. */
const sheetRow = z.object({ number: z.number(), cells: z.array(z.string()) });
export type SheetRow = z.output<typeof sheetRow>;

/** Rows of a table's file: those numbered from `from` on and before `to`; without empty rows. */
export const sheetRows = z.object({
  rows: z.array(sheetRow),
  from: z.number(),
  to: z.number(),
  has_more: z.boolean(),
});
export type SheetRows = z.output<typeof sheetRows>;

/** How a document shows the cells of a column: numbers at the end, ratings as stars, choices as tags. */
const embeddedLook = z.object({
  kind: z.enum(['plain', 'end', 'stars', 'tags']),
  /** Of a rating: the most stars. */
  most: z.number().optional(),
  /** Of choices: for each row what is chosen, with its colour. */
  tags: z.array(z.array(z.object({ label: z.string(), color: z.enum(OPTION_COLORS).optional() }))).optional(),
});
export type EmbeddedLook = z.output<typeof embeddedLook>;

/** The first rows of a table's view, or those after a cursor, as texts. */
export const embeddedView = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** For each column. */
  looks: z.array(embeddedLook),
  rows: z.array(z.array(z.string())),
  /** Whether rows come before these. */
  is_later: z.boolean(),
  has_more: z.boolean(),
  /** The cursor after which more rows come; null where these are the last ones. */
  next: z.string().nullable(),
});
export type EmbeddedView = z.output<typeof embeddedView>;

export const embeddedQuery = z.object({
  view: idField('View').optional(),
  after: queryText('After', { max: 8000 }).meta({
    description: 'The `next` of the page before; by default the first rows.',
  }),
});

/** `view`: the embedded view that is shown from `after` on, a `next` of it; all others from their first rows. */
export const embedsQuery = embeddedQuery;
export type EmbedsQuery = z.output<typeof embedsQuery>;

/** What a document embeds: at an address that its text has. */
export const documentEmbed = z.object({
  /** As `data-embed` in the document's HTML. */
  address: z.string(),
  /** Null where it does not exist, or the reader may not see it. */
  target: z
    .object({
      kind: z.enum([...ITEM_KINDS, 'form']),
      title: z.string(),
      /** Of its page. */
      path: z.string(),
      /** The path of a small picture of it, where there is one. */
      picture: z.string().nullable(),
      /** Of an address that names a view of the table. */
      view: embeddedView.optional(),
    })
    .nullable(),
});
export type DocumentEmbed = z.output<typeof documentEmbed>;
export const documentEmbeds = z.object({ embeds: z.array(documentEmbed) });
