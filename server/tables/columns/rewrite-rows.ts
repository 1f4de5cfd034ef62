import { sql } from 'kysely';
import { createEvaluator } from '#lib/fields/conditions.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { queueTableIndexing } from '../indexing/queue-row-indexing.ts';
import { listRows, rewriteRows, type TableRow } from '../rows/row.repo.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import { withoutLate } from '../table/late-formulas.ts';
import type { Table } from '../table/table.ts';
import { withNameOfColumn } from '../table/typed-numbers.ts';
import { type Conversion, convertColumn } from './conversion.ts';

/** Rows that are processed per batch. */
const BATCH = 1000;

/** Computes a row's formulas from its other values. */
export function computed(table: Table, values: Values): Values {
  const { fields, formulas } = table;
  const evaluator = createEvaluator(fields, values, { formulas });
  const known = { ...values };
  for (const { id, name, formula } of fields) {
    if (formula === undefined) continue;
    const value = evaluator.valueOf(id);
    if (value === undefined) delete known[name];
    else known[name] = value;
  }
  return withoutLate(table, known);
}

async function nextRows(trx: Transaction, table: Table, after: TableRow | undefined): Promise<TableRow[]> {
  const where = after ? [sql`r.id > ${after.id}`] : [];
  const page = await listRows(trx, table, { where, order: sql`r.id`, keys: [], limit: BATCH, offset: 0 });
  return page.map(({ row }) => row);
}

/** A row's values after a change of one of its columns, with its formulas. */
export function changedValues(
  before: Table,
  after: Table,
  row: TableRow,
  { from, to, next }: { from: FieldDefinition; to: FieldDefinition; next: unknown },
): Values {
  const values: Values = {};
  for (const field of before.fields) {
    const value = ownValue(row.values, field.name);
    if (field.id !== from.id && value !== undefined) values[field.name] = value;
  }
  if (next !== undefined) values[to.name] = next;
  return computed(after, values);
}

/**
 * Updates all rows after a change of columns: values of the changed one are converted, formulas computed
 * again, and each row is indexed again, soon after the commit. The table must be locked (`requireTable(…, 'columns')`).
 * @param before the columns before the change; their values are still in the database
 * @param conversion of the changed column; null where one was added
 */
export async function convertRows(
  trx: Transaction,
  before: Table,
  after: Table,
  conversion: Conversion | null,
  userId: string,
): Promise<void> {
  await queueTableIndexing(trx, [after.item]);
  if (!conversion && !after.columns.some(({ field }) => field.formula !== undefined)) return;
  for (let last: TableRow | undefined; ; ) {
    const rows = await withFiles(trx, before, await nextRows(trx, before, last));
    const converted = conversion ? await convertColumn(trx, conversion, rows) : [];
    const worked = rows.map((row, at) => {
      const fields = conversion && { from: conversion.from.field, to: conversion.to.field };
      const values = fields
        ? changedValues(before, after, row, { ...fields, next: converted[at]?.next })
        : computed(after, row.values);
      const typed = fields ? withNameOfColumn(row.typed, fields.from.name, fields.to.name) : row.typed;
      return { ...row, values, typed };
    });
    if (worked.length > 0) await rewriteRows(trx, after, worked, userId);
    last = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}
