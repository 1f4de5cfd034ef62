import { sql } from 'kysely';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import { createEvaluator } from '#lib/fields/conditions.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { parseFieldText } from '#lib/fields/parse-field-text.ts';
import { normalizeStoredValue } from '#lib/fields/stored-value.ts';
import { validate } from '#lib/fields/validate.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { queueTableIndexing } from '../indexing/queue-row-indexing.ts';
import { listRows, rewriteRows, type TableRow } from '../rows/row.repo.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import { cellText, type FileNames, namesOf } from '../table/cell-text.ts';
import { withoutLate } from '../table/late-formulas.ts';
import type { Table } from '../table/table.ts';

/** Rows that are processed per batch. */
const BATCH = 1000;

const alone = new WeakMap<FieldDefinition, readonly FieldDefinition[]>();

/** The column without what depends on others, as the only one; made once, since many values are checked against it. */
export function aloneOf(field: FieldDefinition): readonly FieldDefinition[] {
  let found = alone.get(field);
  if (!found) {
    const { visible_if: _, required_if: __, formula: ___, ...own } = field;
    found = [{ ...own, required: false }];
    alone.set(field, found);
  }
  return found;
}

const renamed = new WeakMap<FieldDefinition, { from: FieldDefinition; named: FieldDefinition }>();

/** A choice with the labels that its options have after a change: one that is gone there by its label, but not by its id. */
function withNewLabels(from: FieldDefinition, to: FieldDefinition): FieldDefinition {
  if (!isChoice(from) || !isChoice(to)) return from;
  const known = renamed.get(to);
  if (known?.from === from) return known.named;
  const labels = new Set(to.options?.map(({ label }) => label));
  const byId = new Map(to.options?.map(({ id, label }) => [id, label]));
  const options = from.options?.map(({ id, label }) => ({
    id,
    label: labels.has(label) ? label : (byId.get(id) ?? label),
  }));
  const named = { ...from, ...(options ? { options } : {}) };
  renamed.set(to, { from, named });
  return named;
}

/**
 * A value after a change of its column: unchanged where the column accepts it, else parsed from its displayed
 * text, else stored as it is, and marked wherever it is shown.
 */
export function convertedValue(
  from: FieldDefinition,
  to: FieldDefinition,
  value: unknown,
  country: string | null = null,
  writtenIn: InputFormat = {},
  names: FileNames = new Map(),
): unknown {
  if (value === undefined) return undefined;
  if (!isChoice(from)) {
    const checked = validate(aloneOf(to), { [to.name]: value }, { country });
    if (checked.ok) return checked.values[to.name];
  }
  const text = cellText(withNewLabels(from, to), value, names);
  const read = parseFieldText(to, text, writtenIn);
  if (read.problem === null) return normalizeStoredValue(to, read.value, country);
  return Array.isArray(value) || typeof value === 'object' ? value : text;
}

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

/**
 * Updates all rows after a change of columns: values of the changed one are converted, formulas computed
 * again, and each row is indexed again, soon after the commit. The table must be locked (`requireTable(…, 'columns')`).
 * @param before the columns before the change; their values are still in the database
 */
export async function convertRows(
  trx: Transaction,
  before: Table,
  after: Table,
  userId: string,
): Promise<void> {
  const changed = after.fields.flatMap((to) => {
    const from = before.fields.find(({ id }) => id === to.id);
    return from ? [{ from, to }] : [];
  });
  const isWritten =
    after.columns.some(({ field }) => field.formula !== undefined) ||
    changed.some(({ from, to }) => from !== to);
  const writtenIn = await hubInputFormat(trx, after.item.hub_id);
  await queueTableIndexing(trx, [after.item]);
  if (!isWritten) return;
  for (let last: TableRow | undefined; ; ) {
    const rows = await withFiles(trx, before, await nextRows(trx, before, last));
    const worked = rows.map((row) => {
      const values: Values = {};
      const names = namesOf(row.files);
      for (const { from, to } of changed) {
        const had = ownValue(row.values, from.name);
        const value = from === to ? had : convertedValue(from, to, had, after.country, writtenIn, names);
        if (value !== undefined) values[to.name] = value;
      }
      return { ...row, values: computed(after, values) };
    });
    if (worked.length > 0) await rewriteRows(trx, after, worked, userId);
    last = rows.at(-1);
    if (rows.length < BATCH) return;
  }
}
