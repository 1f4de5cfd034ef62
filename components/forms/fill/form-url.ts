import type { FillData } from './fill-data.ts';

type FormAddress = Pick<FillData, 'slug' | 'isEmbedded'>;

/** The address of a form's page in a language. */
export const formPathInLanguage = ({ slug, isEmbedded }: FormAddress, language: string): string =>
  `/f/${slug}?lang=${encodeURIComponent(language)}${isEmbedded ? '&embed=1' : ''}`;

/** The address for another submission of a form, in the language of the page. */
export function newSubmissionPath(data: FormAddress & Pick<FillData, 'languages' | 'definition'>): string {
  if (data.languages.length > 1) return formPathInLanguage(data, data.definition.language);
  return `/f/${data.slug}${data.isEmbedded ? '?embed=1' : ''}`;
}
