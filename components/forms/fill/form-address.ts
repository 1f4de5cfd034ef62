import type { FillData } from './fill-data.ts';

type Asked = Pick<FillData, 'slug' | 'isEmbedded'>;

/** A form's page in a language. */
export const inLanguage = ({ slug, isEmbedded }: Asked, language: string): string =>
  `/f/${slug}?lang=${encodeURIComponent(language)}${isEmbedded ? '&embed=1' : ''}`;

/** A form's page, to be filled anew in the language that it is shown in. */
export function anew(data: Asked & Pick<FillData, 'languages' | 'asked'>): string {
  if (data.languages.length > 1) return inLanguage(data, data.asked.language);
  return `/f/${data.slug}${data.isEmbedded ? '?embed=1' : ''}`;
}
