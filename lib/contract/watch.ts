import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { favouriteItem } from '#lib/contract/favourite-item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';

/** The most items that somebody watches. */
export const WATCHED_MAX = 500;

/** Whether the caller watches an item, and whether others changed it since the caller saw it. */
export const watchState = z.object({ watching: z.boolean(), unread: z.boolean() });
export type WatchState = z.output<typeof watchState>;

export const watchedItem = favouriteItem.extend({ unread: z.boolean() });
export type WatchedItem = z.output<typeof watchedItem>;

export const watchedListQuery = z.object(pageQuery);
export type WatchedListQuery = z.output<typeof watchedListQuery>;

/** Whether changes of watched items are mailed to the caller. */
export const watchMails = z.object({ mail: z.boolean({ error: 'Mail must be true or false' }) });
