import type { Node } from '@tiptap/pm/model';
import { dateText } from '#lib/text/date-markdown.ts';

/** The text of an inline node that is no text: a mention, a date. */
export function inlineText(node: Node): string {
  if (node.type.name === 'mention') return `@${String(node.attrs.label)}`;
  if (node.type.name === 'date') return dateText(String(node.attrs.date));
  return node.textContent;
}
