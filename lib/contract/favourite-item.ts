import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { idField } from '#lib/contract/text-field.ts';
import { UPLOAD_KINDS } from '#lib/text/upload-types.ts';

/** The most starred items. */
export const FAVOURITE_ITEMS_MAX = 100;

/** An item that somebody starred, as the sidebar shows it. */
export const favouriteItem = z.object({
  id: z.string(),
  kind: z.enum([...UPLOAD_KINDS, 'folder']),
  title: z.string(),
  /** Empty where the reader can't see its space. */
  space_slug: z.string(),
});
export type FavouriteItem = z.output<typeof favouriteItem>;

export const favouriteItemOrderRequest = z.object({
  /** All that are to be first, in their order; the others follow as they were. */
  ids: z
    .array(idField('Item'), { error: 'Items is not a valid list' })
    .max(FAVOURITE_ITEMS_MAX, `At most ${FAVOURITE_ITEMS_MAX} items can be favourites`),
});
