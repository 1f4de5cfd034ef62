import type { Node } from '@tiptap/pm/model';
import { AlignmentType, Paragraph, Table, TableCell, TableLayoutType, TableRow, WidthType } from 'docx';
import { isRightToLeft } from '#server/platform/extraction/child/writers/text-direction.ts';

/** The width of a page's text, in twentieths of a point. */
const TEXT_WIDTH = 9_026;
const FULL_WIDTH = { size: 100, type: WidthType.PERCENTAGE };

type Block = Paragraph | Table;

/** A cell ends with a paragraph (ECMA-376, 17.4.65). */
const cellBlocks = (blocks: Block[]): Block[] =>
  blocks.at(-1) instanceof Paragraph ? blocks : [...blocks, new Paragraph({})];

/** A block with a frame: a table of one column, with a row for each part. */
export function frame(style: string, parts: Block[][]): Table {
  return new Table({
    style,
    width: FULL_WIDTH,
    columnWidths: [TEXT_WIDTH],
    layout: TableLayoutType.AUTOFIT,
    rows: parts.map(
      (blocks) => new TableRow({ children: [new TableCell({ children: cellBlocks(blocks) })] }),
    ),
  });
}

const spanOf = (cell: Node, name: 'colspan' | 'rowspan'): number =>
  Math.min(1_000, Math.max(1, Math.floor(Number(cell.attrs[name] ?? 1)) || 1));

/** A table of the document; rows of header cells are repeated on each page. */
export function gridTable(table: Node, blocksOf: (cell: Node) => Block[]): Table {
  const rows: TableRow[] = [];
  let columns = 1;
  let isHead = true;
  table.forEach((row) => {
    const cells: TableCell[] = [];
    let width = 0;
    let headers = 0;
    row.forEach((cell) => {
      if (cell.type.name === 'tableHeader') headers += 1;
      width += spanOf(cell, 'colspan');
      cells.push(
        new TableCell({
          columnSpan: spanOf(cell, 'colspan'),
          rowSpan: spanOf(cell, 'rowspan'),
          children: cellBlocks(blocksOf(cell)),
        }),
      );
    });
    isHead = isHead && headers > 0 && headers === row.childCount;
    columns = Math.max(columns, width);
    // Readers take the element for a header row even where it says false.
    rows.push(new TableRow({ children: cells, tableHeader: isHead || undefined, cantSplit: true }));
  });
  return new Table({
    style: 'TableGrid',
    width: FULL_WIDTH,
    columnWidths: Array.from({ length: columns }, () => Math.floor(TEXT_WIDTH / columns)),
    layout: TableLayoutType.AUTOFIT,
    alignment: AlignmentType.START,
    visuallyRightToLeft: isRightToLeft(table.textContent),
    rows,
  });
}
