import { Node } from '@tiptap/core';
import { blockFormula, inlineFormula } from './formula.ts';

const attributes = (read: (latex: unknown) => string) => ({
  latex: {
    default: '',
    parseHTML: (element: HTMLElement) => read(element.getAttribute('data-math')),
    renderHTML: ({ latex }: Record<string, unknown>) => ({ 'data-math': latex }),
  },
});

/** A formula within a line, in LaTeX. */
export const InlineMath = Node.create({
  name: 'inlineMath',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => attributes(inlineFormula),
  parseHTML: () => [{ tag: 'span[data-math]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', HTMLAttributes, String(node.attrs.latex)],
  renderText: ({ node }) => `$${String(node.attrs.latex)}$`,
});

/** A formula in a block of its own, in LaTeX. */
export const BlockMath = Node.create({
  name: 'blockMath',
  group: 'block',
  atom: true,
  addAttributes: () => attributes(blockFormula),
  parseHTML: () => [{ tag: 'div[data-math]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['div', HTMLAttributes, String(node.attrs.latex)],
  renderText: ({ node }) => `$$\n${String(node.attrs.latex)}\n$$`,
});
