import type { Node } from '@tiptap/pm/model';

/** The text of an inline node that is no text: a mention, a date. */
export const inlineText = (node: Node): string =>
  node.type.spec.leafText?.(node) ??
  (node.type.name === 'mention' ? `@${String(node.attrs.label)}` : node.textContent);
