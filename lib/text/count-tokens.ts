/** Letters and numbers, with what joins them within a word. */
const SPACED = /[\p{L}\p{N}]+(?:['’.\-_][\p{L}\p{N}]+)*/gu;
/** Scripts without spaces between words: each of their characters is counted, as word processors do. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The number of words of a text, in any script. */
export function countTokens(text: string): number {
  const characters = text.match(SPACELESS)?.length ?? 0;
  const spaced = text.replace(SPACELESS, ' ').match(SPACED)?.length ?? 0;
  return characters + spaced;
}
