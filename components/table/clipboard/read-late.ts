import { COPIED_FILES_MAX, type CopiedRowFile, LINK_TEXTS_MAX } from '#lib/contract/table-paste.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { isBlank } from '#lib/text/text.ts';
import { messageOf } from '#services/http.ts';
import { copyRowFiles, readLinks } from '#services/table-paste.ts';
import { valuesOf } from '../cells/cell-text.ts';
import type { ParsedCell } from '../cells/parse-cell.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { ClipboardCell } from './clipboard-table.ts';
import { type Corner, hasValue, isOfFiles, type ReadCells } from './pasted-values.ts';

type PastedCell = { key: string; cell: ClipboardCell };
type PastedFile = { item: string; file_id: string };

const partsOf = <One>(all: readonly One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Titles of rows as links of a column. */
async function readTitles(
  itemId: string,
  column: GridColumn,
  cells: readonly PastedCell[],
): Promise<[string, ParsedCell][]> {
  const texts = [...new Set(cells.map(({ cell }) => cell.text))];
  const known = new Map<string, ParsedCell>();
  for (const part of partsOf(texts, LINK_TEXTS_MAX)) {
    try {
      const read = await readLinks(itemId, column.id, part);
      for (const [at, text] of part.entries()) {
        const one = read[at];
        if (one) known.set(text, 'reason' in one ? { problem: one.reason } : one);
      }
    } catch (error) {
      for (const text of part) known.set(text, { problem: messageOf(error) });
    }
  }
  return cells.flatMap(({ key, cell }): [string, ParsedCell][] => {
    const parsed = known.get(cell.text);
    return parsed ? [[key, parsed]] : [];
  });
}

/** The files that a cell had where it was copied; none of a text. */
function filesOf(
  { value, column: from, origin }: ClipboardCell,
  itemId: string,
  columns: readonly GridColumn[],
): PastedFile[] {
  const source = columns.find(({ id }) => id === from);
  // A lookup shows files of another table; cells of this one are filled from others.
  const item = source?.source?.column.table ?? origin?.item ?? (source && itemId);
  if (item === undefined) return [];
  const isKnown = source !== undefined && isOfFiles(source.source ?? source);
  return valuesOf(value).flatMap((one): PastedFile[] => {
    const id = isRecord(one) ? one.file_id : isKnown ? one : undefined;
    return typeof id === 'string' ? [{ item, file_id: id }] : [];
  });
}

/** The value of a cell with the copies of files. */
function valueOfFiles(
  { tableType, field }: GridColumn,
  copies: readonly (CopiedRowFile | undefined)[],
): ParsedCell {
  const files = copies.flatMap((one) => (one && 'file' in one ? [one.file] : []));
  const refused = copies.find((one) => one && 'reason' in one);
  if (refused && 'reason' in refused) return { problem: refused.reason };
  if (tableType === 'attachment')
    return { value: files.map(({ id, name, size, mime }) => ({ file_id: id, name, size, mime })) };
  const ids = files.map(({ id }) => id);
  if (field.multiple) return { value: ids };
  return ids.length > 1 ? { problem: `${field.label} takes one file` } : { value: ids[0] ?? null };
}

/** Copies of files for a column, which wait for their rows. */
async function readFiles(
  itemId: string,
  column: GridColumn,
  cells: readonly PastedCell[],
  columns: readonly GridColumn[],
): Promise<[string, ParsedCell][]> {
  const wanted = cells.flatMap(({ key, cell }) =>
    filesOf(cell, itemId, columns).map((file) => ({ key, file })),
  );
  const copies = new Map<string, CopiedRowFile[]>();
  for (const part of partsOf(wanted, COPIED_FILES_MAX)) {
    let results: CopiedRowFile[];
    try {
      results = await copyRowFiles(
        itemId,
        column.id,
        part.map(({ file }) => file),
      );
    } catch (error) {
      const reason = messageOf(error);
      results = part.map(() => ({ reason }));
    }
    for (const [at, { key }] of part.entries()) {
      const one = results[at];
      if (one) copies.set(key, [...(copies.get(key) ?? []), one]);
    }
  }
  return [...copies].map(([key, own]) => [key, valueOfFiles(column, own)]);
}

/** What a paste has that the server reads or makes before it is written: rows by their titles, and copies of files. */
export async function readLate(
  itemId: string,
  lines: readonly (readonly ClipboardCell[])[],
  { left, columns }: Corner & { left: number },
): Promise<ReadCells> {
  const read = new Map<string, ParsedCell>();
  const width = Math.max(0, ...lines.map((line) => line.length));
  for (const [beside, column] of columns.slice(left, left + width).entries()) {
    const isLink = column.tableType === 'link';
    if (column.isComputed || !(isLink || isOfFiles(column))) continue;
    const cells = lines.flatMap((line, at): PastedCell[] => {
      const cell = line[beside];
      if (!cell || isBlank(cell.text) || hasValue(column, cell, columns)) return [];
      return [{ key: `${at}:${beside}`, cell }];
    });
    if (cells.length === 0) continue;
    const found = isLink
      ? await readTitles(itemId, column, cells)
      : await readFiles(itemId, column, cells, columns);
    for (const [key, parsed] of found) read.set(key, parsed);
  }
  return read;
}
