import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { type Words, wordsOf } from '#lib/forms/words.ts';

/** One text of a form, in its own language. */
export type Word = { key: string; text: string };

/** Every text that can be said in another language, in the order of the form; the confirmation is a setting. */
export function wordsToTranslate(content: DraftContent, confirmation: string): Word[] {
  return wordsOf({ ...content, ...(confirmation ? { confirmation } : {}) });
}

const isSaid = (words: Words | undefined, key: string) => Boolean(words?.[key]?.trim());

/** How many of the texts are said in these words. */
export const translated = (texts: readonly Word[], words: Words | undefined): number =>
  texts.filter(({ key }) => isSaid(words, key)).length;

/** Those that are not. */
export const missing = (texts: readonly Word[], words: Words | undefined): Word[] =>
  texts.filter(({ key }) => !isSaid(words, key));

/** The translations with one text said otherwise; without it where nothing is said. */
export function withWord(words: Words | undefined, key: string, text: string): Words {
  const { [key]: _, ...rest } = words ?? {};
  return text.trim() === '' ? rest : { ...rest, [key]: text };
}
