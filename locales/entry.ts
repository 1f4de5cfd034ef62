import enUS from './en-US.entry.ts';
import type { Messages } from './index.ts';

/**
 * The words of the way in as those that react-intl asks for: that the pages of the way in ask for no others,
 * `tests/architecture` holds them to.
 */
const words = (some: Partial<Messages>) => some as Messages;

/** Every language that the app speaks, with the words of the way in; all words are in `LOCALES` (`index.ts`). */
export const ENTRY_LOCALES = {
  'en-US': { code: 'en', name: 'English', messages: words(enUS) },
};

export type LocaleId = keyof typeof ENTRY_LOCALES;

export const DEFAULT_LOCALE: LocaleId = 'en-US';
