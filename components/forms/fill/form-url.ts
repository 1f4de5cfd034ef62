import type { FillData } from './fill-data.ts';

type Asked = Pick<FillData, 'slug' | 'isEmbedded'>;

/** A form's page in a language. */
export const formPathInLanguage = ({ slug, isEmbedded }: Asked, language: string): string =>
  `/f/${slug}?lang=${encodeURIComponent(language)}${isEmbedded ? '&embed=1' : ''}`;

/** A form's page, to be filled anew in the language that it is shown in. */
export function newSubmissionPath(data: Asked & Pick<FillData, 'languages' | 'asked'>): string {
  if (data.languages.length > 1) return formPathInLanguage(data, data.asked.language);
  return `/f/${data.slug}${data.isEmbedded ? '?embed=1' : ''}`;
}
