const languageOf = (tag: string) => tag.toLowerCase().split('-')[0];

/** Whether a locale is one that numbers and days can be written in; any well-formed tag is. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/**
 * The locale in which a form's page writes: of its language, as its hub has it where that speaks the same one, so that
 * a form in German is written as in Switzerland in a Swiss hub.
 */
export function localeOf(language: string, hubLocale: string | null): string {
  const isNarrower = language.includes('-') || hubLocale === null || !isLocale(hubLocale);
  if (isNarrower || languageOf(hubLocale) !== languageOf(language))
    return isLocale(language) ? language : 'en';
  return hubLocale;
}
