import type { Node } from '@tiptap/pm/model';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import {
  createDiagramPicture,
  type DiagramMessages,
  type DiagramPicture,
} from '#components/space/embeds/diagrams/diagram-picture.ts';
import { isDiagram } from '#lib/documents/code-languages.ts';
import type { Decorator } from './lazy-decorations.ts';

/** A diagram is drawn again when its text rests so long, in milliseconds. */
const REST_MS = 400;

type Place = { position: number; text: string };

function diagramsOf(document: Node): Place[] {
  const found: Place[] = [];
  document.descendants((node, position) => {
    if (node.type.name === 'codeBlock' && isDiagram(node.attrs.language))
      found.push({ position: position + node.nodeSize, text: node.textContent });
    return !node.isTextblock;
  });
  return found;
}

/** A place below a block for its picture. */
class Shown {
  readonly element = document.createElement('div');
  #picture: DiagramPicture | null = null;
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
    this.#timer = setTimeout(() => this.#draw(), isFirst ? 0 : REST_MS);
  }

  #draw(): void {
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

/** Pictures of diagrams, below the code that they are drawn from. */
export function diagramDecorator(messages: DiagramMessages): Decorator {
  const shown: Shown[] = [];
  return {
    decorate(document) {
      const places = diagramsOf(document);
      for (const left of shown.splice(places.length)) left.remove();
      const pictures = places.map(({ position, text }, at) => {
        const own = shown[at] ?? new Shown(messages);
        shown[at] = own;
        own.show(text);
        return Decoration.widget(position, own.element, {
          key: `diagram-${at}`,
          side: -1,
          ignoreSelection: true,
        });
      });
      return DecorationSet.create(document, pictures);
    },
    remove() {
      for (const one of shown.splice(0)) one.remove();
    },
  };
}
