import { put, remove } from './api.ts';

/** Stars an item, or removes the star. */
export const setFavouriteItem = (id: string, starred: boolean) =>
  starred ? put(`favourite-items/${id}/`) : remove(`favourite-items/${id}/`);

/** Orders the starred items of the hub. */
export const orderFavouriteItems = (ids: readonly string[]) => put('favourite-items/', { ids: [...ids] });
