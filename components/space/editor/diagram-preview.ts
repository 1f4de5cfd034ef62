import { Extension } from '@tiptap/core';
import type { DiagramMessages } from '#components/space/embeds/diagrams/diagram-picture.ts';
import { isDiagram } from '#lib/documents/code-languages.ts';
import { codeBlockSearch, lazyDecorations } from './lazy-decorations.ts';

/** Pictures of diagrams, below the code that they are drawn from. */
export const DiagramPreview = Extension.create<{ messages: DiagramMessages | null }>({
  name: 'diagramPreview',
  addOptions: () => ({ messages: null }),
  addProseMirrorPlugins() {
    const { messages } = this.options;
    if (!messages) return [];
    return [
      lazyDecorations('diagramPreview', codeBlockSearch(isDiagram), () =>
        import('./diagram-decorations.ts').then((file) => file.diagramDecorator(messages)),
      ),
    ];
  },
});
