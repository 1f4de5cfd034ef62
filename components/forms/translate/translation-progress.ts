import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { type TranslationTexts, translatableTexts } from '#lib/forms/translations.ts';

/** A text of a form in its original language. */
export type TranslatableText = { key: string; text: string };

/** Every translatable text, in the order of the form; the confirmation is a setting. */
export function textsToTranslate(content: DraftContent, confirmation: string): TranslatableText[] {
  return translatableTexts({ ...content, ...(confirmation ? { confirmation } : {}) });
}

const isTranslated = (translated: TranslationTexts | undefined, key: string) =>
  Boolean(translated?.[key]?.trim());

/** How many of the texts are translated. */
export const countTranslated = (
  texts: readonly TranslatableText[],
  translated: TranslationTexts | undefined,
): number => texts.filter(({ key }) => isTranslated(translated, key)).length;

/** The texts without a translation. */
export const missingTexts = (
  texts: readonly TranslatableText[],
  translated: TranslationTexts | undefined,
): TranslatableText[] => texts.filter(({ key }) => !isTranslated(translated, key));

/** The translations with one text changed; without it where it is empty. */
export function setTranslation(
  translated: TranslationTexts | undefined,
  key: string,
  text: string,
): TranslationTexts {
  const { [key]: _, ...rest } = translated ?? {};
  return text.trim() === '' ? rest : { ...rest, [key]: text };
}
