import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { disclosureField } from '#lib/contract/disclosure.ts';
import { item } from '#lib/contract/item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { visibilityField } from '#lib/contract/role.ts';
import { idField, queryText } from '#lib/contract/text-field.ts';

export const trashQuery = z.object({
  ...pageQuery,
  /** A space's slug; every space of the hub without it. */
  space: queryText('Space', { max: 255 }),
  q: queryText('Search'),
});
export type TrashQuery = z.output<typeof trashQuery>;

export const emptyTrashQuery = z.object({ space: queryText('Space', { max: 255 }) });

export const trashParams = z.object({ id: idField('Entry') });

export const restoreRequest = z.object({
  /** Who may see it from now on, where more people can see the folder or space that it returns to. */
  visibility: visibilityField.optional(),
  disclosure: disclosureField,
});

const deleter = z.object({ id: z.string(), name: z.string() }).nullable();

/** An item in the trash, for those who may restore it. */
export const trashEntry = z.object({
  item,
  /** Of a space that the reader may not see, neither name nor address. */
  space: z.object({ slug: z.string(), name: z.string() }),
  /** The folder that it lay in, as far as the reader may see it; null is the space's top level, or a hidden one. */
  folder: z.object({ id: z.string(), title: z.string(), trashed: z.boolean() }).nullable(),
  deleted_at: z.string(),
  deleted_by: deleter,
  /** When it is permanently deleted. */
  expires_at: z.string(),
  allowed: z.array(z.string()),
});
export type TrashEntry = z.output<typeof trashEntry>;

/** A form in the trash, for those who may restore it. */
export const trashedForm = z.object({
  id: z.string(),
  title: z.string(),
  /** Of a space that the reader may not see, neither name nor address. */
  space: z.object({ slug: z.string(), name: z.string() }),
  deleted_at: z.string(),
  deleted_by: deleter,
  expires_at: z.string(),
  allowed: z.array(z.string()),
});
export type TrashedForm = z.output<typeof trashedForm>;

/** A space in the trash, for those who may restore it. */
export const trashedSpace = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  visibility: visibilityField,
  deleted_at: z.string(),
  deleted_by: deleter,
  expires_at: z.string(),
  allowed: z.array(z.string()),
});
export type TrashedSpace = z.output<typeof trashedSpace>;

/** How many entries were deleted permanently, and whether there are more. */
export const emptyTrashResult = z.object({ deleted: z.number(), more: z.boolean() });
export type EmptyTrashResult = z.output<typeof emptyTrashResult>;
