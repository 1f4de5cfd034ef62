import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { columnRef, rowTableOf, type Table, type TableColumn } from '../table/table.ts';
import { affectedColumns } from './affected-columns.ts';
import { convertedValue } from './convert-value.ts';

type Column = Pick<TableColumn, 'field' | 'options'>;

/**
 * What a change of a choice's options is about: `values`, which have to be rewritten; `texts`, of which some may be an option
 * from now on; or `none`.
 */
export type OptionChange = 'values' | 'texts' | 'none';

/** More texts than this are not looked at one by one. */
const TEXTS_MAX = 1_000;

const labelsOf = ({ options = [] }: FieldDefinition) => new Map(options.map(({ id, label }) => [id, label]));

/** Whether an option has another label, under the id that it had. */
export function renamesOptions(before: FieldDefinition, after: FieldDefinition): boolean {
  const labels = labelsOf(after);
  return [...labelsOf(before)].some(([id, label]) => labels.has(id) && labels.get(id) !== label);
}

/** Formulas store the labels that they read. */
const isReadByFormulas = ({ fields }: Pick<Table, 'fields'>, { id }: FieldDefinition): boolean => {
  const at = fields.findIndex((field) => field.id === id);
  return [...affectedColumns(fields, at).written].some((one) => one !== at);
};

/** Rows have the ids of options: one that is added, moved or renamed leaves them as they are, one that is removed does not. */
export function optionChange(table: Pick<Table, 'fields'>, before: Column, after: Column): OptionChange {
  if (!isChoice(before.field) || !isChoice(after.field)) return 'none';
  const [old, labels] = [labelsOf(before.field), labelsOf(after.field)];
  if ([...old.keys()].some((id) => !labels.has(id))) return 'values';
  if (renamesOptions(before.field, after.field) && isReadByFormulas(table, before.field)) return 'values';
  return [...labels].some(([id, label]) => old.get(id) !== label) ? 'texts' : 'none';
}

/** Whether a text that is none of a choice's options in some row is one of them after a change. */
export async function becomeOptions(
  trx: Transaction,
  { item, country }: Pick<Table, 'item' | 'country'>,
  from: TableColumn,
  to: Column,
): Promise<boolean> {
  const { name, type } = from;
  const ids = [...labelsOf(from.field).keys()];
  const extra = sql`extra -> ${name}::text`;
  const [value, isText] =
    type === null
      ? [extra, sql`extra ? ${name}::text and not (${extra} <@ ${JSON.stringify(ids)}::jsonb)`]
      : [
          sql`coalesce(${extra}, to_jsonb(${columnRef({ name })}))`,
          sql`(${columnRef({ name })} <> all(${ids}::text[]) or extra ? ${name}::text)`,
        ];
  const { rows } = await sql<{ value: unknown }>`
    select distinct ${value} as value from ${rowTableOf(item.id)} where ${isText}
    limit ${TEXTS_MAX + 1}`.execute(trx);
  if (rows.length > TEXTS_MAX) return true;
  const conversion = { from, to, isComputed: false, country, writtenIn: {} };
  return rows.some((row) => {
    const next = convertedValue(conversion, row.value, new Map(), new Map());
    return !isDeepStrictEqual(next, row.value);
  });
}
