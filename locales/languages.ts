/** Every language that the app speaks. */
export const LANGUAGES = {
  'en-US': { code: 'en', name: 'English' },
};

export type LocaleId = keyof typeof LANGUAGES;

export const DEFAULT_LOCALE: LocaleId = 'en-US';
