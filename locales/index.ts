import enUS from './en-US.ts';
import { LANGUAGES, type LocaleId } from './languages.ts';
import type { Messages } from './messages.ts';

export { DEFAULT_LOCALE } from './languages.ts';

type Locale = { code: string; name: string; messages: Messages };

/** Every language that the app speaks, with all messages; a new one is a file beside `en-US.ts`, and a line here and there. */
export const LOCALES = {
  'en-US': { ...LANGUAGES['en-US'], messages: enUS },
} satisfies Record<LocaleId, Locale>;
