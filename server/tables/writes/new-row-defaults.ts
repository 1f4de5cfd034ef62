import { creationDefaults } from '#lib/fields/creation-default.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { membersAmong } from '../table/members-among.ts';
import type { Table } from '../table/table.ts';

/** A new row has the defaults of the columns that were not given; an empty value was given. */
export function withDefaults(
  { fields, columns, formulas }: Table,
  input: Values,
  creator: string | null,
): Values {
  const missing = fields.filter((field) => field.default !== undefined && !Object.hasOwn(input, field.name));
  const computed = columns.flatMap(({ field, options: { default_from: from } }) =>
    from === undefined || Object.hasOwn(input, field.name) ? [] : [{ field, from }],
  );
  if (missing.length === 0 && computed.length === 0) return input;
  const creation = { now: new Date(), timeZone: formulas.timeZone, creator };
  return {
    ...Object.fromEntries(missing.map((field) => [field.name, field.default])),
    ...creationDefaults(computed, creation),
    ...input,
  };
}

/**
 * Who of those that add rows are members of the hub, where a column is to name them: nobody else may be in one of people.
 */
export async function creatorsAmong(
  trx: Transaction,
  { item, columns }: Table,
  writers: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> {
  if (!columns.some(({ options }) => options.default_from === 'creator')) return new Set();
  const ids = writers.filter((id) => id !== null);
  return membersAmong(trx, item.hub_id, ids);
}
