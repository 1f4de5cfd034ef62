import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { itemOperations } from '#lib/access/operations.ts';
import { askLossesField, disclosureField } from '#lib/contract/disclosure.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { itemRole, visibilityField } from '#lib/contract/role.ts';
import {
  choiceField,
  idField,
  queryChoice,
  queryDate,
  queryFlag,
  queryText,
  textField,
  typeError,
} from '#lib/contract/text-field.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import { isRecord } from '#lib/text/is-record.ts';
import * as message from '#lib/text/messages.ts';
import { UPLOAD_KINDS } from '#lib/text/upload-types.ts';

/** Kinds of content (docs/contract.md §4): kinds with a file, and folders. */
export const ITEM_KINDS = [...UPLOAD_KINDS, 'folder'] as const;

const title = textField('Title', { max: TITLE_MAX });
const parent = idField('Folder').nullable();
/** Below the 1 MiB of a JSON body, so that the message names the field. */
const content = textField('Content', { max: 500_000, multiline: true, empty: true });

/** Of a table: its columns, which the field engine parses, and views of them. */
type FirstContent = string | { columns: unknown[]; views: unknown[] };

/** The content of a new item: Markdown, or a table's columns and views. */
const firstContent = z
  .unknown()
  .transform((value, context): FirstContent => {
    if (isRecord(value)) {
      const { columns, views = [], ...others } = value;
      const refuse = (key: string, text: string) =>
        context.addIssue({ code: 'custom', path: [key.slice(0, 100)], message: text });
      for (const key of Object.keys(others)) refuse(key, `There is no field named “${key.slice(0, 100)}”`);
      if (!Array.isArray(columns)) refuse('columns', message.invalidType('Columns', 'list'));
      if (!Array.isArray(views)) refuse('views', message.invalidType('Views', 'list'));
      const isRead = Array.isArray(columns) && Array.isArray(views) && Object.keys(others).length === 0;
      return isRead ? { columns, views } : z.NEVER;
    }
    const read = content.safeParse(value);
    if (read.success) return read.data;
    for (const issue of read.error.issues) context.addIssue({ code: 'custom', message: issue.message });
    return z.NEVER;
  })
  .optional();

/** Each also in descending order, with `-`; folders come first in all of them. */
export const ITEM_SORTS = [
  'title',
  '-title',
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
  'size',
  '-size',
  'kind',
  '-kind',
  'created_by',
  '-created_by',
  /** As in the tree: in the order by hand, and then by title; over all folders by title. */
  'position',
] as const;

/** `parent` absent: every folder; empty or `root`: the space's top level. */
export const itemListQuery = z.object({
  ...pageQuery,
  kind: queryChoice('Kind', ITEM_KINDS),
  parent: z
    .string({ error: 'Folder is not a valid id' })
    .trim()
    .max(100, 'Folder is not a valid id')
    .transform((value) => value || 'root')
    .optional(),
  q: queryText('Search'),
  sort: queryChoice('Sort', ITEM_SORTS),
  trashed: queryFlag('Trashed'),
  /** The archived ones instead of the others; without what lies in an archived folder. */
  archived: queryFlag('Archived'),
  /** The creator's id. */
  created_by: queryText('Person', { max: 100 }),
  /** The time of the last change: a day (UTC) or a time, the first to include. */
  from: queryDate('From'),
  /** A day (UTC) or a time, the last to include. */
  to: queryDate('To'),
  /**
   * The `next` of the previous page: continues there, whatever was added meanwhile; `page` is then ignored.
   */
  after: queryText('After', { max: 4000 }),
});
export type ItemListQuery = z.output<typeof itemListQuery>;

export const createItemRequest = z.strictObject({
  kind: choiceField('Kind', ITEM_KINDS),
  title,
  parent: parent.optional(),
  visibility: visibilityField.optional(),
  content: firstContent,
});
export type CreateItemRequest = z.input<typeof createItemRequest>;

export const changeItemRequest = z.strictObject({
  title: title.optional(),
  parent: parent.optional(),
  visibility: visibilityField.optional(),
  content: content.optional(),
  /** Of a document that is written here: whether it is shown at the full width of the window. */
  full_width: z.boolean({ error: typeError('Full width', 'flag') }).optional(),
  disclosure: disclosureField,
});
export type ChangeItemRequest = z.input<typeof changeItemRequest>;

const space = textField('Space', { max: 255 });
/** Of a move that is undone: the item's `position` before it. */
const position = z.int({ error: 'Position is not a valid number' }).min(1).max(2_147_483_647);

/**
 * The destination of an item: a folder, or with null the top level; of its own space, or of another one of
 * its hub.
 */
export const moveItemRequest = z.object({
  space: space.optional(),
  parent: parent.optional(),
  visibility: visibilityField.optional(),
  /** The item of the destination that it stands before in the tree; null is behind all others. By default by its title. */
  before: idField('Before').nullable().optional(),
  position: position.optional(),
  disclosure: disclosureField,
  ask_losses: askLossesField,
});
export type MoveItemRequest = z.input<typeof moveItemRequest>;

/** The destination of a copy, by default beside its original, and its name; by default "Copy of …". */
export const copyItemRequest = z.object({
  space: space.optional(),
  parent: parent.optional(),
  title: title.optional(),
});
export type CopyItemRequest = z.input<typeof copyItemRequest>;

/** As many items as one request names. */
export const ITEMS_PER_REQUEST_MAX = 200;

const ids = z
  .array(idField('Item'), { error: 'Items is not a valid list' })
  .min(1, 'Items is empty')
  .max(ITEMS_PER_REQUEST_MAX, `Items has more than ${ITEMS_PER_REQUEST_MAX} entries`)
  .transform((list) => [...new Set(list)]);

export const moveItemsRequest = z.object({
  ids,
  space: space.optional(),
  parent: parent.optional(),
  /** By id, as `position` of one. */
  positions: z.record(idField('Item'), position).optional(),
  disclosure: disclosureField,
  ask_losses: askLossesField,
});
export type MoveItemsRequest = z.input<typeof moveItemsRequest>;

export const changeItemsRequest = z.object({
  ids,
  visibility: visibilityField,
  disclosure: disclosureField,
});
export const trashItemsRequest = z.object({ ids });
export const restoreItemsRequest = z.object({ ids, disclosure: disclosureField });

/** `ids` between commas. */
export const archiveQuery = z.object({
  ids: z
    .string({ error: 'Items is not a valid list' })
    .transform((text) => text.split(',').filter((id) => id.trim() !== ''))
    .pipe(ids),
});

/** What documents are exported as, and the hub of a link without headers. */
export const spaceExportQuery = z.object({
  format: queryChoice('Format', ['md', 'html', 'json', 'docx', 'pdf']).transform((format) => format ?? 'md'),
  hub: queryText('Hub', { max: 100 }),
  /** Whether the archive has the earlier versions of documents that the caller may change. */
  versions: queryFlag('Versions'),
});
export type SpaceExportQuery = z.output<typeof spaceExportQuery>;

/** The creators of a space's items; `q` is a part of the name. */
export const creatorsQuery = z.object({ ...pageQuery, q: queryText('Search') });
export type CreatorsQuery = z.output<typeof creatorsQuery>;
export const creator = z.object({ id: z.string(), name: z.string() });
export type Creator = z.output<typeof creator>;

/** A folder on the path to the shown item. */
export const folderStep = z.object({ id: z.string(), title: z.string() });
export type FolderStep = z.output<typeof folderStep>;

export const itemParams = z.object({ id: idField('Item') });

const THUMBNAIL_MAX = 2048;
/** Width in pixels; absent is the size that lists show. */
export const thumbnailQuery = z.object({
  w: z
    .string({ error: 'Width is not a valid number' })
    .trim()
    .regex(/^\d{1,6}$/, 'Width is not a valid number')
    .transform((value) => Math.min(Number(value), THUMBNAIL_MAX))
    .pipe(z.number().min(1, 'Width cannot be less than 1'))
    .optional(),
});

/** How far a file is read: `ready` means previewed and found by search. */
export const processing = z.object({
  state: z.enum(['queued', 'running', 'ready', 'failed']),
  code: z.string().optional(),
  reason: z.string().optional(),
  /** From 0 to 1. */
  progress: z.number().optional(),
});
export type Processing = z.output<typeof processing>;

/** What an imported document's source said of it: its author, who may have no account here, and its tags. */
export const itemSource = z.object({ author: z.string().nullable(), tags: z.array(z.string()) });
export type ItemSource = z.output<typeof itemSource>;

export const item = z.object({
  id: z.string(),
  kind: z.enum(ITEM_KINDS),
  title: z.string(),
  parent_id: z.string().nullable(),
  space_slug: z.string(),
  visibility: visibilityField,
  /** Who can really see it, through its folders and its space: everybody, the hub’s members, or only people added. */
  effective_visibility: visibilityField,
  version: z.number(),
  revision: z.number(),
  created_by: z.object({ id: z.string(), name: z.string() }),
  created_at: z.string(),
  updated_at: z.string(),
  trashed_at: z.string().nullable(),
  /** Its space is archived: it can only be read. */
  archived: z.boolean(),
  /** When it was archived itself, or with its folder; it can only be read then, and is not in lists. */
  archived_at: z.string().nullable(),
  /** Bytes. */
  size: z.number(),
  mime: z.string().nullable(),
  file_name: z.string().nullable(),
  has_thumbnail: z.boolean(),
  /** In the order by hand of its folder in the tree; absent where it is there by its title. */
  position: z.number().optional(),
  /** Of an imported document whose source names its author or tags. */
  source: itemSource.optional(),
  /** Of a document that is shown at the full width of the window. */
  full_width: z.boolean().optional(),
  processing,
  my_role: itemRole.nullable(),
  allowed: z.array(z.enum(itemOperations('owner'))),
  /** The number of visible items in a folder; what the file's reader counted in it. */
  counts: z.object({
    children: z.number(),
    pages: z.number().optional(),
    rows: z.number().optional(),
    slides: z.number().optional(),
  }),
});
export type Item = z.output<typeof item>;
export type ItemKind = Item['kind'];

/** What was done to several items, and why not to others. */
export const itemsResult = z.object({
  items: z.array(item),
  refused: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
});
export type ItemsResult = z.output<typeof itemsResult>;

/** The response of an upload: what was accepted, and why the rest was not. */
export const uploadResult = z.object({
  items: z.array(item),
  refused: z.array(z.object({ name: z.string(), code: z.string(), message: z.string() })),
});
export type UploadResult = z.output<typeof uploadResult>;

/** The item's own Markdown, or null where it has a file. */
export const documentContent = z.object({ markdown: z.string().nullable() });
export type DocumentContent = z.output<typeof documentContent>;

/** A version of a document; `number` counts from 1. */
export const documentVersion = z.object({
  number: z.number(),
  /** Given by somebody; such a version stays. */
  name: z.string().nullable(),
  /** Who began it; without an id where an import knows them only by name. */
  created_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** All who wrote in it, together. */
  authors: z.array(z.object({ id: z.string(), name: z.string() })),
  created_at: z.string(),
  /** When an author wrote in it last. */
  changed_at: z.string(),
});
export type DocumentVersion = z.output<typeof documentVersion>;
export const documentVersionContent = documentVersion.extend({ markdown: z.string() });

const versionNumber = z
  .string({ error: 'Version is not a valid number' })
  .regex(/^\d{1,9}$/, 'Version is not a valid number')
  .transform(Number);
export const versionParams = z.object({ id: idField('Item'), n: versionNumber });
export const versionListQuery = z.object(pageQuery);
export const nameVersionRequest = z.object({ name: textField('Name', { max: TITLE_MAX }).nullable() });
