import enUS from './en-US.ts';
import { ENTRY_LOCALES, type LocaleId } from './entry.ts';
import type { Messages } from './messages.ts';

export { DEFAULT_LOCALE } from './entry.ts';

type Locale = { code: string; name: string; messages: Messages };

/**
 * Every language that the app speaks, with all of its words; a new one is two files beside `en-US.ts` and a line in
 * `entry.ts` and here.
 */
export const LOCALES = {
  'en-US': { ...ENTRY_LOCALES['en-US'], messages: enUS },
} satisfies Record<LocaleId, Locale>;
