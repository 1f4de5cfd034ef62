import {
  CALLOUT_STYLES,
  CODE_STYLES,
  continueStyle,
  DOCX_STYLES,
  LIST_LEVELS,
} from '#server/platform/extraction/docx-styles.ts';

const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MONOSPACE = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/>';
const CODE_PARAGRAPH =
  '<w:pPr><w:shd w:val="clear" w:color="auto" w:fill="F3F2F8"/><w:spacing w:before="120" w:after="160" w:line="260" ' +
  `w:lineRule="auto"/></w:pPr><w:rPr>${MONOSPACE}<w:sz w:val="19"/></w:rPr>`;
/** Half points. */
const HEADING_SIZES = [32, 28, 25, 23, 22, 22];
const CALLOUT_COLORS: Readonly<Record<string, string>> = {
  note: '3B6FD4',
  tip: '2E8B57',
  important: '5F51E6',
  warning: 'C77700',
  caution: 'C0362C',
};

const style = (type: string, id: string, name: string, content: string): string =>
  `<w:style w:type="${type}" w:styleId="${id}"${name === 'Normal' ? ' w:default="1"' : ''}><w:name w:val="${name}"/>` +
  `${name === 'Normal' || type !== 'paragraph' ? '' : '<w:basedOn w:val="Normal"/>'}<w:qFormat/>${content}</w:style>`;
const paragraph = (id: string, name: string, content: string) => style('paragraph', id, name, content);

const heading = (size: number, at: number): string =>
  paragraph(
    `Heading${at + 1}`,
    `heading ${at + 1}`,
    `<w:next w:val="Normal"/><w:pPr><w:keepNext/><w:keepLines/><w:spacing w:before="${320 - at * 20}" w:after="100"/>` +
      `<w:outlineLvl w:val="${at}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${size}"/></w:rPr>`,
  ).replace('<w:qFormat/><w:next w:val="Normal"/>', '<w:next w:val="Normal"/><w:qFormat/>');

/** A block with a line at its side, as a table of one cell. */
const framed = (id: string, color: string, fill = ''): string =>
  style(
    'table',
    id,
    id,
    `<w:tblPr><w:tblBorders><w:left w:val="single" w:sz="24" w:space="0" w:color="${color}"/></w:tblBorders>` +
      '<w:tblCellMar><w:top w:w="60" w:type="dxa"/><w:left w:w="200" w:type="dxa"/><w:bottom w:w="60" w:type="dxa"/>' +
      `</w:tblCellMar></w:tblPr>${fill && `<w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="${fill}"/></w:tcPr>`}`,
  );

const GRID = style(
  'table',
  'TableGrid',
  'Table Grid',
  `<w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="B9B7C6"/>`)
    .join(
      '',
    )}</w:tblBorders><w:tblCellMar><w:left w:w="100" w:type="dxa"/><w:right w:w="100" w:type="dxa"/>` +
    '</w:tblCellMar></w:tblPr>',
);

/** The style sheet of a Word file (ECMA-376, 17.7), with the styles that its import knows again. */
export const DOCX_STYLE_SHEET = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:styles xmlns:w="${NAMESPACE}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Yu Gothic" w:cs="Arial"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="140" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>${[
  paragraph('Normal', 'Normal', ''),
  paragraph(
    'Title',
    'Title',
    '<w:pPr><w:keepNext/><w:spacing w:after="240"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="40"/></w:rPr>',
  ),
  ...HEADING_SIZES.map(heading),
  paragraph('ListParagraph', 'List Paragraph', '<w:pPr><w:spacing w:after="60"/></w:pPr>'),
  ...Array.from({ length: LIST_LEVELS }, (_, level) =>
    paragraph(
      continueStyle(level),
      continueStyle(level),
      `<w:pPr><w:ind w:left="${360 * (level + 1)}"/></w:pPr>`,
    ),
  ),
  paragraph(DOCX_STYLES.code, DOCX_STYLES.code, CODE_PARAGRAPH),
  ...CODE_STYLES.map(({ style: id }) => paragraph(id, id, CODE_PARAGRAPH)),
  paragraph(
    DOCX_STYLES.formulaBlock,
    DOCX_STYLES.formulaBlock,
    `<w:pPr><w:jc w:val="center"/></w:pPr><w:rPr>${MONOSPACE}</w:rPr>`,
  ),
  paragraph(
    DOCX_STYLES.rule,
    DOCX_STYLES.rule,
    '<w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="B9B7C6"/></w:pBdr></w:pPr>',
  ),
  style(
    'character',
    DOCX_STYLES.inlineCode,
    DOCX_STYLES.inlineCode,
    `<w:rPr>${MONOSPACE}<w:shd w:val="clear" w:color="auto" w:fill="F3F2F8"/></w:rPr>`,
  ),
  style(
    'character',
    DOCX_STYLES.formula,
    DOCX_STYLES.formula,
    '<w:rPr><w:rFonts w:ascii="Cambria Math" w:hAnsi="Cambria Math"/></w:rPr>',
  ),
  style(
    'character',
    'Hyperlink',
    'Hyperlink',
    '<w:rPr><w:color w:val="3B4FC4"/><w:u w:val="single"/></w:rPr>',
  ),
  GRID,
  framed(DOCX_STYLES.quote, 'B9B7C6'),
  framed(DOCX_STYLES.toggle, 'B9B7C6'),
  ...CALLOUT_STYLES.map(({ kind, style: id }) => framed(id, CALLOUT_COLORS[kind] ?? '5F51E6', 'F7F6FB')),
].join('')}</w:styles>`;
