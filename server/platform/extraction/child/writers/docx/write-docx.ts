import { AlignmentType, Document, Footer, LevelFormat, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import type { DocumentInput } from '#server/platform/extraction/child/writers/document-input.ts';
import { isRightToLeft } from '#server/platform/extraction/child/writers/text-direction.ts';
import { LIST_LEVELS } from '#server/platform/extraction/docx-styles.ts';
import { DocxBlocks, orderedReference } from './document-blocks.ts';
import { formulaProperties } from './formulas.ts';
import { DOCX_STYLE_SHEET } from './style-sheet.ts';

const INDENT = 360;
const BULLETS = ['•', '◦', '▪'];

type LevelLook = {
  format: (typeof LevelFormat)[keyof typeof LevelFormat];
  text: (level: number) => string;
  start?: number;
};

const levelsOf = ({ format, text, start = 1 }: LevelLook) =>
  Array.from({ length: LIST_LEVELS }, (_, level) => ({
    level,
    format,
    text: text(level),
    start,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: INDENT * (level + 1), hanging: INDENT } } },
  }));

/** A document as a Word file, with its title before its text. */
export async function writeDocx(input: DocumentInput): Promise<Buffer> {
  const blocks = new DocxBlocks(input);
  const text = parseMarkdown(input.markdown);
  const children = blocks.of(text);
  const title = new Paragraph({
    style: 'Title',
    children: [new TextRun(input.title)],
    ...(isRightToLeft(input.title) ? { bidirectional: true } : {}),
  });
  const pageNumber = new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [new TextRun({ children: [PageNumber.CURRENT] })],
  });
  const document = new Document({
    title: input.title,
    creator: '',
    lastModifiedBy: '',
    customProperties: formulaProperties(text),
    externalStyles: DOCX_STYLE_SHEET,
    numbering: {
      config: [
        {
          reference: 'bullet',
          levels: levelsOf({ format: LevelFormat.BULLET, text: (level) => BULLETS[level % 3] ?? '•' }),
        },
        { reference: 'task', levels: levelsOf({ format: LevelFormat.BULLET, text: () => '' }) },
        ...[...blocks.starts].map((start) => ({
          reference: orderedReference(start),
          levels: levelsOf({ format: LevelFormat.DECIMAL, text: (level) => `%${level + 1}.`, start }),
        })),
      ],
    },
    sections: [
      { children: [title, ...children], footers: { default: new Footer({ children: [pageNumber] }) } },
    ],
  });
  return Packer.toBuffer(document);
}
