import { toLocalDateTime } from '#lib/fields/local-date-time.ts';
import { dependentFormulas } from '../table/dependent-formulas.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import type { Table } from '../table/table.ts';

/** Another one where stored formulas of before are to be computed again: they read labels, and hours of the hub. */
const VERSION = '1';
const ANY = '*';

const OF_DAY: ReadonlySet<string> = new Set(['today']);
/** Functions that read a point in time as clocks of the hub show it. */
const OF_ZONE: ReadonlySet<string> = new Set([
  ...['today', 'year', 'month', 'day', 'weekday', 'week', 'hour', 'minute', 'second', 'days'],
  ...['add_days', 'add_months', 'date_add', 'date_diff', 'format_date'],
]);

const dayIn = (timeZone: string, now: Date) => toLocalDateTime(now.toISOString(), timeZone).slice(0, 10);

/** What formulas that are up to date may say that they were computed for. */
export const currentKeys = (timeZone: string, now: Date): string[] => [
  `${VERSION} ${ANY} ${ANY}`,
  `${VERSION} ${timeZone} ${ANY}`,
  `${VERSION} ${timeZone} ${dayIn(timeZone, now)}`,
];

/** What a table's stored formulas are computed for: nothing that changes, the hub's time zone, or the day in it. */
export function formulasFor(table: Pick<Table, 'columns' | 'formulas'>, now: Date): string {
  const { columns, formulas } = table;
  const late = lateFormulas(table);
  const depends = (names: readonly string[], functions: ReadonlySet<string>) =>
    [...dependentFormulas(columns, names, functions)].some((id) => !late.has(id));
  // Also without such a function: a day and a time are compared by their days.
  const times = columns.filter(({ type }) => type === 'timestamptz').map(({ field }) => field.name);
  const [any, zone, day] = currentKeys(formulas.timeZone ?? 'UTC', now);
  return (depends([], OF_DAY) ? day : depends(times, OF_ZONE) ? zone : any) ?? '';
}
