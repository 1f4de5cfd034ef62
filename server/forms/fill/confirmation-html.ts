import { renderMarkdown } from '#lib/text/render-markdown.ts';

/** Confirmations that are remembered: each form has one a language. */
const REMEMBERED = 200;

const known = new Map<string, string>();

/** The confirmation of a submission as HTML: it is the same for everybody, so it is rendered once. */
export function confirmationHtml(text: string): string {
  const html = known.get(text) ?? renderMarkdown(text);
  known.delete(text);
  known.set(text, html);
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  return html;
}
