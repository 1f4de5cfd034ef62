import { Extension } from '@tiptap/core';
import { codeBlockSearch, lazyDecorations } from './lazy-decorations.ts';

/** Colours of code blocks. */
export const CodeHighlight = Extension.create({
  name: 'codeHighlight',
  addProseMirrorPlugins: () => [
    lazyDecorations('codeHighlight', codeBlockSearch(Boolean), () =>
      import('./code-decorations.ts').then((file) => file.codeDecorator),
    ),
  ],
});
