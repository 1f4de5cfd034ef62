import { isVirtualColumn } from '#lib/fields/column-base.ts';
import type { Values } from '#lib/fields/definition.ts';
import { dependentFormulas } from './dependent-formulas.ts';
import type { Table, TableColumn } from './table-types.ts';

/** Functions whose result is another one whenever a formula is shown. */
const PASSING: ReadonlySet<string> = new Set(['now']);

const late = new WeakMap<readonly TableColumn[], ReadonlySet<string>>();

/**
 * The ids of formulas that read, also through others, what the row does not store: links and what they lead to, names of
 * people, metadata, the time. They are computed when they are shown.
 */
export function lateFormulas({ columns }: Pick<Table, 'columns'>): ReadonlySet<string> {
  const known = late.get(columns);
  if (known) return known;
  const unstored = columns.filter(({ options }) => isVirtualColumn(options) || options.type === 'person');
  const ids = dependentFormulas(
    columns,
    unstored.map(({ field }) => field.name),
    PASSING,
  );
  late.set(columns, ids);
  return ids;
}

/** Values as they are stored: without those that are computed when they are shown. */
export function withoutLate(table: Pick<Table, 'columns'>, values: Values): Values {
  const ids = lateFormulas(table);
  if (ids.size === 0) return values;
  const stored = { ...values };
  for (const { field } of table.columns) if (ids.has(field.id)) delete stored[field.name];
  return stored;
}
