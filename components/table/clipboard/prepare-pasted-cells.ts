import {
  COPIED_FILES_MAX,
  type CopiedRowFile,
  LINK_TEXT_MAX,
  LINK_TEXTS_LENGTH_MAX,
  LINK_TEXTS_MAX,
} from '#lib/contract/table-paste.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { maxLength } from '#lib/text/messages.ts';
import { isBlank } from '#lib/text/text.ts';
import { messageOf } from '#services/http.ts';
import { copyRowFiles, readLinks } from '#services/table-paste.ts';
import { valuesOf } from '../cells/cell-text.ts';
import type { ParsedCell } from '../cells/parse-cell.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { ClipboardCell } from './clipboard-table.ts';
import { type Corner, hasValue, isOfFiles, type ReadCells } from './pasted-values.ts';
import { widthOf } from './plan-paste.ts';

type PastedCell = { key: string; cell: ClipboardCell };
type PastedFile = { item: string; file_id: string };

const partsOf = <One>(all: readonly One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Texts in parts that one request may have. */
function partsOfTexts(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let length = 0;
  for (const text of texts) {
    const last = parts.at(-1);
    length += text.length;
    if (last && last.length < LINK_TEXTS_MAX && length <= LINK_TEXTS_LENGTH_MAX) last.push(text);
    else {
      parts.push([text]);
      length = text.length;
    }
  }
  return parts;
}

/** Titles of rows as links of a column. */
async function readTitles(
  itemId: string,
  column: GridColumn,
  cells: readonly PastedCell[],
): Promise<[string, ParsedCell][]> {
  const texts = new Set(cells.map(({ cell }) => cell.text));
  const known = new Map<string, ParsedCell>();
  for (const text of texts) {
    if (text.length <= LINK_TEXT_MAX) continue;
    known.set(text, { problem: maxLength(column.label, LINK_TEXT_MAX) });
    texts.delete(text);
  }
  for (const part of partsOfTexts([...texts])) {
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

/** The ids among the values of a cell of files. */
export const fileIdsOf = (value: unknown): string[] =>
  valuesOf(value).flatMap((one) => {
    const id = isRecord(one) ? one.file_id : one;
    return typeof id === 'string' ? [id] : [];
  });

/** A file among those of all tables. */
export const fileKey = ({ item, file_id }: PastedFile): string => `${item} ${file_id}`;

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
  const named = isKnown ? value : valuesOf(value).filter(isRecord);
  return fileIdsOf(named).map((file_id) => ({ item, file_id }));
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

type ReadFiles = { parsed: [string, ParsedCell][]; copied: PastedFile[] };

/** Copies of files for a column, which wait for their rows. */
async function readFiles(
  itemId: string,
  column: GridColumn,
  cells: readonly PastedCell[],
  columns: readonly GridColumn[],
): Promise<ReadFiles> {
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
  const parsed = new Map([...copies].map(([key, own]) => [key, valueOfFiles(column, own)]));
  const copied = wanted.flatMap(({ key, file }) => ('value' in (parsed.get(key) ?? {}) ? [file] : []));
  return { parsed: [...parsed], copied };
}

type Lines = readonly (readonly ClipboardCell[])[];
type Place = Pick<Corner, 'columns'> & { left: number };

/**
 * Lines in parts of no more files than are copied at once: the copies of one have their rows before the next ones are made, as only
 * so many may wait.
 */
export function partsByFiles(
  itemId: string,
  lines: Lines,
  { left, columns }: Place,
): { from: number; lines: (readonly ClipboardCell[])[] }[] {
  const parts: { from: number; lines: (readonly ClipboardCell[])[] }[] = [];
  let count = 0;
  for (const [at, line] of lines.entries()) {
    const last = parts.at(-1);
    const files = line.flatMap((cell, beside) => {
      const column = columns[left + beside];
      return column && !column.isComputed && isOfFiles(column) ? filesOf(cell, itemId, columns) : [];
    });
    count += files.length;
    if (last && count <= COPIED_FILES_MAX) last.lines.push(line);
    else {
      parts.push({ from: at, lines: [line] });
      count = files.length;
    }
  }
  return parts;
}

/**
 * What a paste has that the server reads or makes before it is written: rows by their titles, and copies of files.
 * @returns the cells, and the files that they have copies of, by their keys
 */
export async function preparePastedCells(
  itemId: string,
  lines: Lines,
  { left, columns }: Place,
): Promise<{ cells: ReadCells; copied: ReadonlySet<string> }> {
  const read = new Map<string, ParsedCell>();
  const copied = new Set<string>();
  const width = widthOf(lines);
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
      ? { parsed: await readTitles(itemId, column, cells), copied: [] }
      : await readFiles(itemId, column, cells, columns);
    for (const [key, parsed] of found.parsed) read.set(key, parsed);
    for (const file of found.copied) copied.add(fileKey(file));
  }
  return { cells: read, copied };
}
