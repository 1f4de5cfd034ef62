import { setImmediate } from 'node:timers/promises';
import { isLabelsHeader, LABELS, labelColumnOf } from '#lib/contacts/labels.ts';
import type { ImportType } from '#lib/contract/import-choice.ts';
import { IMPORT_ROWS_MAX } from '#lib/contract/table-limits.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { TableType } from '#lib/fields/column-base.ts';
import { parseColumnText } from '#lib/fields/column-text.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { accountingNumber } from '#lib/forms/accounting-number.ts';
import {
  type ColumnFormat,
  createFormatFinder,
  FORMATTED_TYPES,
  type PlannedFormat,
} from '#lib/forms/column-format.ts';
import { createColumnGuess, possibleColumn } from '#lib/forms/guess-column.ts';
import { unguarded } from '#lib/text/csv.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import { filledFields, type Table } from '../table/table.ts';
import { createOptionCollector, type OptionBudget, optionBudget } from './collect-options.ts';
import type { TableImport } from './import.repo.ts';
import { ImportAborted } from './import-aborted.ts';
import type { NewColumn } from './new-column.ts';
import type { Line } from './read-csv.ts';
import { type Headers, mapHeaders, typesOf } from './read-line.ts';

/**
 * The result of reading a file: its header, a definition for each of its columns that may become a new one, the choices that
 * columns of the table don't have (by the ids of these), how its columns write days and numbers (by their places), and its
 * lines.
 */
export type FileShape = {
  header: string[];
  columns: (NewColumn | null)[];
  options: Map<string, string[]>;
  formats: PlannedFormat[];
  linesTotal: number;
};

type Choice = Pick<TableImport, 'mapping' | 'new_columns' | 'column_types' | 'unknown_options'>;

/** How a file is read before its columns are known. */
export type ShapeSource = { table: Table; writtenIn: InputFormat; how: Choice };

const folded = (text: string) => text.trim().toLowerCase();

/** The columns of the file that become new ones, by their place in it. */
export function unmatched(
  table: Table,
  header: readonly string[],
  headers: Headers,
  mapping: Record<string, string> | null,
) {
  const known = new Map(Object.entries(mapping ?? {}));
  // Computed columns are not filled, and don't become new ones either.
  const filled = new Set(filledFields(table));
  const computed = new Set(
    table.fields.flatMap((field) => (field.formula || !filled.has(field) ? [folded(field.label)] : [])),
  );
  const distinct = distinctHeaders(header);
  return header.flatMap((written, at) =>
    headers[at] || known.get(distinct[at] ?? written) === '' || computed.has(folded(written)) ? [] : [at],
  );
}

/** What is found out of the cells of a column. */
type ColumnReader = {
  look: (cell: string) => void;
  column?: (header: string, at: number) => NewColumn | null;
  options?: () => [fieldId: string, labels: string[]];
  format?: () => ColumnFormat | null;
};

/** How a column of the table is written in the file. */
function formatReader(
  writtenIn: InputFormat,
  { field, tableType }: { field: FieldDefinition; tableType: TableType | null },
): ColumnReader {
  const { look, format } = createFormatFinder(writtenIn);
  const isNumber = field.type === 'number' && tableType !== 'duration';
  return {
    look: (cell) => {
      for (const part of isList(field) ? cell.split(/[;\n]/) : [cell]) {
        const text = isNumber ? accountingNumber(part) : part;
        look(text.trim(), (own) => parseColumnText(field, tableType, unguarded(text), own).problem === null);
      }
    },
    format,
  };
}

/** The column of labels of a contact list, where its people have any. */
function labelsReader(budget: OptionBudget): ColumnReader {
  const options = createOptionCollector({ type: 'multi-select' }, budget);
  return {
    look: options.look,
    column: () => {
      const labels = options.labels().map((label) => ({ label }));
      return labels.length > 0
        ? { label: LABELS, type: 'multi-select', required: false, options: labels }
        : null;
    },
  };
}

/** A new column of a type that was chosen. */
function chosenReader(
  type: ImportType,
  { table, writtenIn }: ShapeSource,
  budget: OptionBudget,
): ColumnReader {
  const guess = createColumnGuess(table.country, writtenIn);
  if (type === 'select' || type === 'checkboxes' || type === 'multi-select') {
    const options = createOptionCollector({ type }, budget);
    return {
      look: options.look,
      column: (header, at) => {
        const labels = options.labels();
        const { label } = guess.column(header, at);
        // Without a choice it can't be one of choices.
        if (labels.length === 0) return { label, type: 'text', required: false };
        return { label, type, required: false, options: labels.map((one) => ({ label: one })) };
      },
    };
  }
  const formats = FORMATTED_TYPES.has(type) ? formatReader(writtenIn, possibleColumn(type)) : null;
  return {
    look: (cell) => {
      formats?.look(cell);
      // Amounts tell their currency.
      if (type === 'currency') guess.look(cell);
    },
    format: () => formats?.format?.() ?? null,
    column: (header, at) => {
      const { options: _, ...guessed } = guess.column(header, at);
      return { ...guessed, type };
    },
  };
}

/** What is to be found out of each column of a file. */
export function createShapeReader(header: string[], source: ShapeSource) {
  const { table, how, writtenIn } = source;
  const headers = mapHeaders(filledFields(table), header, how.mapping);
  const makesColumns = how.new_columns ?? how.mapping === null;
  const fresh = new Set(makesColumns ? unmatched(table, header, headers, how.mapping) : []);
  const types = new Map(Object.entries(how.column_types ?? {}));
  const distinct = distinctHeaders(header);
  const budget = optionBudget();
  const tableTypes = typesOf(table);
  const labelColumn = table.item.kind === 'contact' ? labelColumnOf(table.fields) : undefined;
  const readers = header.map((written, at): ColumnReader | null => {
    const field = headers[at];
    if (field) {
      const tableType = tableTypes.get(field.id) ?? null;
      if (FORMATTED_TYPES.has(field.type)) return formatReader(writtenIn, { field, tableType });
      // A label that nobody has yet is made.
      const unknown = how.unknown_options ?? (field.id === labelColumn?.id ? 'add' : 'refuse');
      if (unknown !== 'add' || !isChoice(field) || field.allow_other) return null;
      const options = createOptionCollector(field, budget);
      return { look: options.look, options: () => [field.id, options.labels()] };
    }
    if (!fresh.has(at)) return null;
    const type = types.get(distinct[at] ?? written);
    if (type) return chosenReader(type, source, budget);
    if (table.item.kind === 'contact' && isLabelsHeader(written)) return labelsReader(budget);
    return createColumnGuess(table.country, writtenIn);
  });
  const hubFormat = { locale: writtenIn.locale ?? null, timeZone: writtenIn.timeZone ?? null };
  const active = [...readers.entries()].flatMap(([at, reader]) => (reader ? [{ at, reader }] : []));
  return {
    look(cells: readonly string[]): void {
      try {
        for (const { at, reader } of active) reader.look(cells[at] ?? '');
      } catch {
        // It says nothing of its columns, and is refused when it is imported.
      }
    },
    shape: (): Omit<FileShape, 'linesTotal'> => ({
      header,
      formats: readers.map((reader) => ({ ...hubFormat, ...reader?.format?.() })),
      columns: readers.map((reader, at) => reader?.column?.(header[at] ?? '', at) ?? null),
      options: new Map(
        readers
          .flatMap((reader) => (reader?.options ? [reader.options()] : []))
          .filter(([, labels]) => labels.length > 0),
      ),
    }),
  };
}

/** Reads all lines of a file to be imported. @throws ImportAborted for a file without any. */
export async function shapeOfFile(
  groups: AsyncIterable<readonly Line[]>,
  source: ShapeSource,
  signal: AbortSignal,
): Promise<FileShape> {
  let reader: ReturnType<typeof createShapeReader> | null = null;
  let linesTotal = 0;
  for await (const group of groups) {
    signal.throwIfAborted();
    for (const { cells, isUnread } of group) {
      linesTotal += 1;
      if (isUnread) continue;
      if (reader) reader.look(cells);
      else reader = createShapeReader(cells, source);
    }
    if (linesTotal > IMPORT_ROWS_MAX) break;
    // Other work of the process comes first.
    await setImmediate();
  }
  if (!reader) throw new ImportAborted('The file is empty.');
  return { ...reader.shape(), linesTotal };
}
