import type { Column, Row } from '#lib/contract/table.ts';

/** Whether a text says more than the number with blanks and its extension, which are shown anyway. */
const isOtherWriting = (text: string) => !/^\+[\d ]+((ext\.?|x) ?\d+)?$/.test(text);

/** How the phone numbers in a column of a row were typed, where that is another way than they are shown. */
export function typedTexts({ typed = {} }: Pick<Row, 'typed'>, name: string): string[] {
  return Object.entries(typed).flatMap(([path, text]) =>
    (path === name || path.startsWith(`${name}[`)) && isOtherWriting(text) ? [text] : [],
  );
}

/** Columns whose help says how the numbers of a row were typed. @param sentence with a text in it */
export function withTypedTexts(
  columns: readonly Column[],
  row: Pick<Row, 'typed'> | null,
  sentence: (text: string) => string,
): readonly Column[] {
  if (!row?.typed) return columns;
  return columns.map((column) => {
    const texts = typedTexts(row, column.name);
    if (texts.length === 0) return column;
    const help = [sentence(texts.join(', ')), column.help].filter(Boolean).join('\n');
    return { ...column, help };
  });
}
