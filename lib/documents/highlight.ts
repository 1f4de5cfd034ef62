import hljs from 'highlight.js/lib/common';

/** Longer code is shown without colours. */
export const HIGHLIGHT_MAX = 20_000;

/** Code as HTML whose parts have the classes of the library; null where the language is not one that it knows. */
export function highlightCode(code: string, language: string): string | null {
  if (code.length > HIGHLIGHT_MAX || !hljs.getLanguage(language)) return null;
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
}
