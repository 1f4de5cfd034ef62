/** The name of a language in a locale: `de` → `German`. The tag where it has no name. */
export function languageName(locale: string, tag: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
