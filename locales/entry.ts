import enUS from './en-US.entry.ts';
import type { Messages } from './messages.ts';

/**
 * The messages of the entry pages in the type that react-intl asks for: that these pages ask for no others,
 * `tests/architecture` holds them to.
 */
const entryOf = (some: Partial<Messages>) => some as Messages;

/** Every language that the app speaks, with the messages of the entry pages; all messages are in `LOCALES` (`index.ts`). */
export const ENTRY_LOCALES = {
  'en-US': { code: 'en', name: 'English', messages: entryOf(enUS) },
};

export type LocaleId = keyof typeof ENTRY_LOCALES;

export const DEFAULT_LOCALE: LocaleId = 'en-US';
