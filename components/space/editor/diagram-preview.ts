import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { createDiagramPicture, DiagramMessages } from '#components/space/diagrams/diagram-picture.ts';
import { isDiagram } from '#lib/documents/code-languages.ts';

/** A diagram is drawn again when its text rests so long, in milliseconds. */
const REST_MS = 400;

type Create = typeof createDiagramPicture;
type Place = { end: number; text: string };

function diagramsOf(document: Node): Place[] {
  const found: Place[] = [];
  document.descendants((node, position) => {
    if (node.type.name === 'codeBlock' && isDiagram(node.attrs.language))
      found.push({ end: position + node.nodeSize, text: node.textContent });
    return !node.isTextblock;
  });
  return found;
}

/** A place below a block for its picture, which comes when the code that draws is loaded. */
class Shown {
  readonly element = document.createElement('div');
  #picture: ReturnType<Create> | null = null;
  #text: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #messages: DiagramMessages;

  constructor(messages: DiagramMessages) {
    this.#messages = messages;
  }

  show(text: string): void {
    if (text === this.#text) return;
    const isFirst = this.#text === null;
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#draw(), isFirst ? 0 : REST_MS);
  }

  async #draw(): Promise<void> {
    const { createDiagramPicture } = await import('#components/space/diagrams/diagram-picture.ts');
    if (this.#text === null) return;
    if (!this.#picture) {
      this.#picture = createDiagramPicture(this.#messages);
      this.element.append(this.#picture.element);
    }
    this.#picture.show(this.#text);
  }

  remove(): void {
    clearTimeout(this.#timer);
    this.#text = null;
    this.#picture?.remove();
  }
}

const key = new PluginKey<DecorationSet>('diagramPreview');

/** Pictures of diagrams, below the code that they are drawn from. */
export const DiagramPreview = Extension.create<{ messages: DiagramMessages | null }>({
  name: 'diagramPreview',
  addOptions: () => ({ messages: null }),
  addProseMirrorPlugins() {
    const { messages } = this.options;
    if (!messages) return [];
    const shown: Shown[] = [];
    const decorations = (document: Node): DecorationSet => {
      const places = diagramsOf(document);
      for (const left of shown.splice(places.length)) left.remove();
      return DecorationSet.create(
        document,
        places.map(({ end, text }, at) => {
          const own = shown[at] ?? new Shown(messages);
          shown[at] = own;
          own.show(text);
          return Decoration.widget(end, own.element, {
            key: `diagram-${at}`,
            side: -1,
            ignoreSelection: true,
          });
        }),
      );
    };
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_, { doc }) => decorations(doc),
          apply: (tr, before) => (tr.docChanged ? decorations(tr.doc) : before),
        },
        props: { decorations: (state) => key.getState(state) },
        view: (_: EditorView) => ({
          destroy: () => {
            for (const one of shown.splice(0)) one.remove();
          },
        }),
      }),
    ];
  },
});
