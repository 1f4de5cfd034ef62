import type { Mark, Node } from '@tiptap/pm/model';
import { ExternalHyperlink, ImageRun, type IRunOptions, type ParagraphChild, TextRun } from 'docx';
import {
  type PictureAlign,
  readPictureAlign,
  readPictureLayout,
  readPictureWidth,
} from '#lib/text/picture-layout.ts';
import {
  absoluteAddress,
  type DocumentInput,
} from '#server/platform/extraction/child/writers/document-input.ts';
import { inlineText } from '#server/platform/extraction/child/writers/inline-text.ts';
import { isRightToLeft } from '#server/platform/extraction/child/writers/text-direction.ts';
import { DOCX_STYLES } from '#server/platform/extraction/docx-styles.ts';
import { inlineFormulaRun } from './formulas.ts';

/** The width of a page's text, in pixels at 96 to the inch. */
const PICTURE_WIDTH = 600;
const PICTURE_HEIGHT = 860;

type RunLook = Pick<IRunOptions, 'bold' | 'italics' | 'strike' | 'style' | 'underline'>;

function lookOf(marks: readonly Mark[]): RunLook {
  const names = new Set(marks.map(({ type }) => type.name));
  const style = names.has('code') ? DOCX_STYLES.inlineCode : names.has('link') ? 'Hyperlink' : undefined;
  return {
    ...(names.has('bold') ? { bold: true } : {}),
    ...(names.has('italic') ? { italics: true } : {}),
    ...(names.has('strike') ? { strike: true } : {}),
    ...(names.has('underline') ? { underline: {} } : {}),
    ...(style ? { style } : {}),
  };
}

const textRun = (text: string, look: RunLook): TextRun =>
  new TextRun({ ...look, text, ...(isRightToLeft(text) ? { rightToLeft: true } : {}) });

function pictureRun(node: Node, { drawn, origin }: DocumentInput): ParagraphChild {
  const address = String(node.attrs.src ?? '');
  const alt = String(node.attrs.alt ?? '');
  const picture = drawn.get(address);
  if (picture) {
    const { bytes, type, width, height } = picture;
    const chosen = readPictureWidth(node.attrs.width);
    const wanted = chosen === null ? 1 : (PICTURE_WIDTH * chosen) / 100 / width;
    const scale = Math.min(wanted, PICTURE_WIDTH / width, PICTURE_HEIGHT / height);
    const transformation = {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
    return new ImageRun({ type, data: bytes, transformation, altText: { name: alt, description: alt } });
  }
  const link = absoluteAddress(address, origin);
  const label = alt || address;
  return link
    ? new ExternalHyperlink({ link, children: [textRun(label, { style: 'Hyperlink' })] })
    : textRun(label, {});
}

/** A picture with what it has around it: one that has a layout stands on lines of its own, with its caption below. */
function pictureRuns(node: Node, index: number, parent: Node, input: DocumentInput): ParagraphChild[] {
  const layout = readPictureLayout(node.attrs);
  const picture = pictureRun(node, input);
  if (!layout) return [picture];
  const lineBreak = () => new TextRun({ break: 1 });
  const isBehind = index > 0 && !readPictureLayout(parent.child(index - 1).attrs);
  return [
    ...(isBehind ? [lineBreak()] : []),
    picture,
    ...(layout.caption ? [lineBreak(), textRun(layout.caption, { italics: true })] : []),
    ...(index < parent.childCount - 1 ? [lineBreak()] : []),
  ];
}

/** How a paragraph stands that has nothing but pictures. */
export function alignOfPictures(parent: Node): PictureAlign | null {
  let align: PictureAlign | null = null;
  for (let at = 0; at < parent.childCount; at += 1) {
    const child = parent.child(at);
    if (child.type.name !== 'image') return null;
    align ??= readPictureAlign(child.attrs.align);
  }
  return align;
}

function runOf(node: Node, input: DocumentInput): ParagraphChild {
  const look = lookOf(node.marks);
  if (node.isText) return textRun(node.text ?? '', look);
  if (node.type.name === 'hardBreak') return new TextRun({ break: 1 });
  if (node.type.name === 'inlineMath') return inlineFormulaRun(String(node.attrs.latex));
  if (node.type.name === 'itemLink') {
    const link = absoluteAddress(node.attrs.address, input.origin) ?? input.origin;
    return new ExternalHyperlink({ link, children: [textRun(link, { style: 'Hyperlink' })] });
  }
  return textRun(inlineText(node), look);
}

const linkOf = (node: Node, origin: string): string | null => {
  const mark = node.marks.find(({ type }) => type.name === 'link');
  return mark ? absoluteAddress(mark.attrs.href, origin) : null;
};

/** The text of a paragraph or heading as runs, with its marks, links and pictures. */
export function inlineRuns(parent: Node, input: DocumentInput): ParagraphChild[] {
  const runs: ParagraphChild[] = [];
  let link: { address: string; children: ParagraphChild[] } | null = null;
  parent.forEach((node, _offset, index) => {
    const own = () =>
      node.type.name === 'image' ? pictureRuns(node, index, parent, input) : [runOf(node, input)];
    const address = linkOf(node, input.origin);
    if (address === null) {
      link = null;
      runs.push(...own());
      return;
    }
    if (link?.address !== address) {
      link = { address, children: [] };
      runs.push(new ExternalHyperlink({ link: address, children: link.children }));
    }
    link.children.push(...own());
  });
  return runs;
}
