import { creationDefaults } from '#lib/fields/creation-default.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { defaultPeople, membersAmong, membersOf } from '../table/members-among.ts';
import type { Table } from '../table/table.ts';

/** Who adds a row, and whom new rows of its table may name: members of the hub (`membersByDefault`). */
export type RowOrigin = { by: string | null; members: ReadonlySet<string> };

/** By nobody who is known, of a table whose new rows name nobody. */
export const NOBODY: RowOrigin = { by: null, members: new Set() };

/** A new row has the defaults of the columns that were not given; an empty value was given. */
export function withDefaults(
  { columns, formulas }: Table,
  input: Values,
  { by, members }: RowOrigin,
): Values {
  const missing = columns.filter(({ field }) => !Object.hasOwn(input, field.name));
  const defaultOf = ({ field, options }: Table['columns'][number]) =>
    options.type === 'person' ? membersOf(field.default, members) : field.default;
  const fixed = missing.flatMap((column) => {
    const value = defaultOf(column);
    return value === undefined ? [] : [[column.field.name, value] as const];
  });
  const computed = missing.flatMap(({ field, options: { default_from: from } }) =>
    from === undefined ? [] : [{ field, from }],
  );
  if (fixed.length === 0 && computed.length === 0) return input;
  const creator = by !== null && members.has(by) ? by : null;
  const creation = { now: new Date(), timeZone: formulas.timeZone, creator };
  return { ...Object.fromEntries(fixed), ...creationDefaults(computed, creation), ...input };
}

/**
 * Who of those that add rows, and of the people that columns name by default, are members of the hub, where new rows may name them:
 * nobody else may be in a column of people.
 */
export function membersByDefault(
  database: Database | Transaction,
  { item, columns }: Table,
  writers: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const namesWriters = columns.some(({ options }) => options.default_from === 'creator');
  return membersAmong(database, item.hub_id, [
    ...(namesWriters ? writers.filter((id) => id !== null) : []),
    ...columns.flatMap(defaultPeople),
  ]);
}
