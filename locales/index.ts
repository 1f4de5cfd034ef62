import enUS from './en-US.ts';

export type Messages = Record<keyof typeof enUS, string>;

type Locale = { code: string; name: string; messages: Messages };

/** Every language that the app speaks; a new one is a file beside `en-US.ts` and a line here. */
export const LOCALES = {
  'en-US': { code: 'en', name: 'English', messages: enUS },
} satisfies Record<string, Locale>;

export type LocaleId = keyof typeof LOCALES;

export const DEFAULT_LOCALE: LocaleId = 'en-US';
