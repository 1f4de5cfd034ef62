import { Extension } from '@tiptap/core';
import { hasCodeBlock, lazyDecorations } from './lazy-decorations.ts';

/** Colours of code blocks. */
export const CodeHighlight = Extension.create({
  name: 'codeHighlight',
  addProseMirrorPlugins: () => [
    lazyDecorations(
      'codeHighlight',
      (document) => hasCodeBlock(document, Boolean),
      () => import('./code-decorations.ts').then((file) => file.codeDecorator),
    ),
  ],
});
