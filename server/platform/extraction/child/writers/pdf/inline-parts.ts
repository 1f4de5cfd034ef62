import type { Mark, Node } from '@tiptap/pm/model';
import { readPictureLayout, readPictureWidth } from '#lib/text/picture-layout.ts';
import {
  absoluteAddress,
  type DocumentInput,
} from '#server/platform/extraction/child/writers/document-input.ts';
import { inlineText } from '#server/platform/extraction/child/writers/inline-text.ts';
import type { Face } from './fonts.ts';
import type { Formulas } from './formulas/formulas.ts';
import { LINK, QUIET } from './page.ts';
import { type Look, type Part, sourcePart } from './text-layout.ts';

/** Texts with their marks, links and pictures as parts of lines. */
export class InlineParts {
  readonly #doc: PDFKit.PDFDocument;
  readonly #input: DocumentInput;
  readonly #formulas: Formulas;
  readonly #images = new Map<string, PDFKit.Mixins.ImageSrc>();

  constructor(doc: PDFKit.PDFDocument, { input, formulas }: { input: DocumentInput; formulas: Formulas }) {
    this.#doc = doc;
    this.#input = input;
    this.#formulas = formulas;
  }

  /** The parts of a paragraph, whose text looks like `look` where it has no marks. */
  of(parent: Node, look: Look): Part[] {
    const parts: Part[] = [];
    parent.forEach((node) => {
      const layout = node.type.name === 'image' ? readPictureLayout(node.attrs) : null;
      if (!layout) {
        parts.push(this.#part(node, look));
        return;
      }
      // On lines of its own, with its caption below.
      const { align, caption } = layout;
      const quiet: Look = { ...look, face: 'italic', size: look.size - 1, color: QUIET };
      parts.push({ kind: 'break', isSoft: true, align }, this.#part(node, look));
      if (caption) parts.push({ kind: 'break', align }, { kind: 'text', text: caption, look: quiet });
      parts.push({ kind: 'break', isSoft: true });
    });
    return parts;
  }

  #part(node: Node, usual: Look): Part {
    const look = this.#lookOf(node.marks, usual);
    if (node.isText) return { kind: 'text', text: node.text ?? '', look };
    if (node.type.name === 'hardBreak') return { kind: 'break' };
    if (node.type.name === 'inlineMath') return this.#formula(String(node.attrs.latex), look);
    if (node.type.name === 'image') return this.#picture(node, look);
    if (node.type.name === 'itemLink') {
      const link = absoluteAddress(node.attrs.address, this.#input.origin) ?? this.#input.origin;
      return { kind: 'text', text: link, look: { ...look, color: LINK, link } };
    }
    return { kind: 'text', text: inlineText(node), look };
  }

  #formula(latex: string, look: Look): Part {
    const formulas = this.#formulas;
    const formula = formulas.read(latex, { isBlock: false, width: 0, size: look.size });
    return formula ? { kind: 'formula', formula, formulas, look } : sourcePart(latex, look);
  }

  #picture(node: Node, look: Look): Part {
    const address = String(node.attrs.src ?? '');
    const picture = this.#input.drawn.get(address);
    if (picture) {
      const image = this.#images.get(address) ?? openImage(this.#doc, picture.bytes);
      if (image) {
        this.#images.set(address, image);
        // Pixels at 96 to the inch, in points.
        const { width, height } = picture;
        const chosen = readPictureWidth(node.attrs.width);
        const share = chosen === null ? null : chosen / 100;
        return { kind: 'picture', image, width: width * 0.75, height: height * 0.75, share };
      }
    }
    const link = absoluteAddress(address, this.#input.origin);
    return { kind: 'text', text: String(node.attrs.alt || address), look: { ...look, color: LINK, link } };
  }

  #lookOf(marks: readonly Mark[], usual: Look): Look {
    const names = new Set(marks.map(({ type }) => type.name));
    const isBold = names.has('bold') || usual.face === 'bold';
    const face: Face = names.has('code')
      ? 'mono'
      : names.has('italic')
        ? isBold
          ? 'boldItalic'
          : 'italic'
        : isBold
          ? 'bold'
          : 'regular';
    const mark = marks.find(({ type }) => type.name === 'link');
    const link = mark ? absoluteAddress(mark.attrs.href, this.#input.origin) : null;
    return {
      ...usual,
      face,
      ...(names.has('strike') ? { struck: true } : {}),
      ...(link ? { color: LINK, link } : {}),
    };
  }
}

/** Opens a picture, which can then be drawn several times and is stored once; its types lack it. Null for a kind that PDFs lack. */
function openImage(doc: PDFKit.PDFDocument, bytes: Buffer): PDFKit.Mixins.ImageSrc | null {
  try {
    return (doc as PDFKit.PDFDocument & { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc }).openImage(
      bytes,
    );
  } catch {
    return null;
  }
}
