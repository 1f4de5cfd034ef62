import type { Column, Row } from '#lib/contract/table.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { isWritingOf } from '#lib/fields/phone-writing.ts';

type TypedRow = Pick<Row, 'values' | 'typed'>;

/** How the phone numbers in a column of a row were typed, where the text says something else than the number, which is shown anyway. */
export function typedTexts({ values, typed = {} }: TypedRow, name: string): string[] {
  const value = ownValue(values, name);
  const isList = Array.isArray(value);
  return [value].flat().flatMap((number, at) => {
    const text = ownValue(typed, isList ? `${name}[${at}]` : name);
    const isOther = typeof number === 'string' && typeof text === 'string' && !isWritingOf(number, text);
    return isOther ? [text] : [];
  });
}

/** Columns whose help says how the numbers of a row were typed. @param sentence with a text in it */
export function withTypedTexts(
  columns: readonly Column[],
  row: TypedRow | null,
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
