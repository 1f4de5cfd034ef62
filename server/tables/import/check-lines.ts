import { IMPORT_TYPES, type ImportType } from '#lib/contract/import-choice.ts';
import type { CheckImportRequest, ImportCheck } from '#lib/contract/table-import.ts';
import { formatsOf } from '#lib/forms/column-format.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import type { Database } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Table } from '../table/table.ts';
import { withoutRequired } from '../table/without-required.ts';
import { membersByDefault } from '../writes/new-row-defaults.ts';
import { checkNewRow } from '../writes/row.service.ts';
import { createShapeReader, type ShapeSource } from './file-shape.ts';
import { ImportAborted } from './import-aborted.ts';
import { knownByDefault, onMatchOf } from './known-people.ts';
import { namesOfLines } from './line-names.ts';
import { createLineReader } from './line-reader.ts';
import { detailColumns, type Match } from './people-lines.ts';
import { plannedTable } from './plan-file-columns.ts';
import { reasonOf } from './read-line.ts';
import { matchColumns } from './start-import.ts';

/** Choices that a check lists of a column. */
const OPTIONS_LISTED = 20;

/** The types that the cells of columns have that become new ones. */
function detectedTypes(header: string[], lines: readonly string[][], source: ShapeSource) {
  const reader = createShapeReader(header, { ...source, how: { ...source.how, column_types: null } });
  for (const cells of lines) reader.look(cells);
  return reader
    .shape()
    .columns.map((column): ImportType | null => IMPORT_TYPES.find((type) => type === column?.type) ?? null);
}

/**
 * Tells what an import would make of the first lines of a file, and writes nothing. What depends on other rows alone, such as a
 * value that only one row may have, it does not see.
 * @throws ApiError 422 for a choice that the import itself refuses
 */
export async function checkLines(
  database: Database,
  table: Table,
  { lines, ...how }: CheckImportRequest,
  importer: Caller,
): Promise<ImportCheck> {
  const [header = [], ...rest] = lines;
  const matched = matchColumns(table, how);
  const { decimal_mark, date_order } = how;
  const onMatch = onMatchOf(table, how);
  const writtenIn = {
    ...(await hubInputFormat(database, table.item.hub_id)),
    ...(decimal_mark ? { decimal: decimal_mark } : {}),
    ...(date_order ? { dayOrder: date_order } : {}),
  };
  const choice = {
    mapping: how.mapping ?? null,
    new_columns: how.new_columns ?? null,
    column_types: how.types ?? null,
    unknown_options: how.unknown_options ?? null,
  };
  const source = { table, writtenIn, how: choice };
  const reader = createShapeReader(header, source);
  for (const cells of rest) reader.look(cells);
  const shape = reader.shape();
  const planned = await plannedTable(database, table, shape, choice).catch((error: unknown) => {
    throw error instanceof ImportAborted ? invalid({ mapping: [error.message] }) : error;
  });
  const inOrder = table.item.kind === 'contact';
  const filled = planned.headers.map((field) => field?.id ?? null);
  const isByDefault = inOrder && how.match_on === undefined && onMatch !== 'add';
  const columns = isByDefault ? knownByDefault(planned.table, filled) : matched;
  const details = detailColumns(planned.table);
  const match: Match =
    columns.length > 0 ? { columns, onMatch, clears: how.empty_cells === 'clear', inOrder, details } : null;
  // A line may change a row that has what the line leaves out.
  const checked = inOrder || (match && onMatch !== 'add') ? withoutRequired(planned.table) : planned.table;
  const formats = formatsOf(header.length, writtenIn, shape.formats);
  const readOne = createLineReader(checked, planned.headers, match, formats);
  const names = await namesOfLines(database, importer, checked, planned.headers, rest);
  const by = importer.user?.id ?? null;
  const origin = { by, members: await membersByDefault(database, checked, [by]) };
  const partial: ImportCheck['refused'] = [];
  const refused = rest.flatMap((cells, at) => {
    const line = at + 1;
    const read = readOne({ line, cells }, names);
    if ('reason' in read) return [{ line, reason: read.reason }];
    const found = checkNewRow(checked, read.values, origin);
    if (!('values' in found)) return [{ line, reason: reasonOf(found.errors, found.hints) }];
    if (read.inPart) partial.push({ line, reason: read.inPart.reason });
    return [];
  });
  return {
    types: detectedTypes(header, rest, source),
    refused,
    partial,
    new_options: [...shape.options].map(([column_id, labels]) => ({
      ...{ column_id, count: labels.length },
      labels: labels.slice(0, OPTIONS_LISTED),
    })),
  };
}
