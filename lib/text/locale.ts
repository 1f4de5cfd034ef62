const languageOf = (tag: string) => tag.toLowerCase().split('-')[0];

/** Whether a locale can be used to format numbers and dates; any well-formed tag can. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/**
 * The locale in which a form's page formats values: that of its hub if it has the form's language, so that a
 * German form has Swiss formats in a Swiss hub.
 */
export function localeOf(language: string, hubLocale: string | null): string {
  const isNarrower = language.includes('-') || hubLocale === null || !isLocale(hubLocale);
  if (isNarrower || languageOf(hubLocale) !== languageOf(language))
    return isLocale(language) ? language : 'en';
  return hubLocale;
}
