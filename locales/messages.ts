import type enUS from './en-US.ts';

/** All messages of the app in one language, by id. */
export type Messages = Record<keyof typeof enUS, string>;
