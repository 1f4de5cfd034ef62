import { get, getPage, patch, post, put, remove } from './api.ts';

const pathOf = (id: string) => `items/${id}/watch/` as const;

export const getWatch = (id: string, signal?: AbortSignal) => get(pathOf(id), {}, signal ? { signal } : {});

export const WATCHED_PAGE_SIZE = 25;

/** One page of what the user watches in the active hub; never throws, returns the error instead. */
export const listWatched = (params: { page: number }, signal: AbortSignal) =>
  getPage('watched-items/', { page_size: WATCHED_PAGE_SIZE, ...params }, { signal });

/** Watches an item, or ends it. */
export const setWatch = (id: string, watching: boolean) => (watching ? put(pathOf(id)) : remove(pathOf(id)));

/** What was changed until now is read. */
export const markWatchSeen = (id: string) => post(`${pathOf(id)}seen/`);

export const getWatchMails = () => get('watch-mails/');
export const setWatchMails = (mail: boolean) => patch('watch-mails/', { mail });
