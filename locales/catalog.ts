import { DEFAULT_LOCALE, LOCALES } from './index.ts';
import type { Messages } from './messages.ts';

/**
 * All messages: on the server, in development and in tests. In a browser, a built page has `loaded-catalog.ts` in place of this
 * file (next.config.mjs).
 */
export const catalog: Messages = LOCALES[DEFAULT_LOCALE].messages;
