import type { ColumnType, RollupFunction } from '#lib/fields/column-base.ts';

/** What of a column says how it may be used. */
type Kind = {
  type: ColumnType;
  multiple?: boolean | undefined;
  late?: true | undefined;
  function?: RollupFunction | undefined;
  /** Of a lookup or rollup: the column that it shows, where that is known. */
  shown_as?: { type: ColumnType; multiple?: boolean | undefined } | undefined;
  /** Of a lookup: it has one value. */
  single?: true | undefined;
  /** Of a lookup or rollup: the reader may not read what it shows. */
  restricted?: true | undefined;
};

/** Computed from other tables for each reader: the database has no values to compare. */
const UNSTORED: ReadonlySet<string> = new Set(['link', 'lookup', 'rollup']);
const UNSORTED: ReadonlySet<string> = new Set(['json', 'form', 'file', 'attachment']);

/** Types whose values have an order of their own, also several in a cell. */
const RANKED: ReadonlySet<string> = new Set(['select', 'multi-select', 'checkboxes', 'person']);

const isOfSeveral = ({ type, multiple }: Kind): boolean =>
  type === 'checkboxes' || type === 'multi-select' || multiple === true;

/** Types whose least and greatest values are numbers or days. */
const ORDERED: ReadonlySet<string> = new Set([
  ...['number', 'rating', 'currency', 'percent', 'duration', 'auto_number'],
  ...['date', 'datetime', 'created_at', 'updated_at'],
]);

/** Whether a rollup results in a number or a day. */
function hasOrderedResult({ function: name, shown_as }: Kind): boolean {
  if (name === 'min' || name === 'max') return shown_as === undefined || ORDERED.has(shown_as.type);
  return name === 'count' || name === 'sum' || name === 'avg';
}

/** Whether rows can be sorted by a column. */
export function canSortBy(column: Kind): boolean {
  const { type } = column;
  if (column.restricted) return false;
  if (type === 'rollup') return !column.late && hasOrderedResult(column);
  if (column.late || UNSTORED.has(type) || UNSORTED.has(type)) return false;
  return !isOfSeveral(column) || RANKED.has(type);
}

/**
 * Whether rows can be grouped by a column: by one value a row, also that of the one linked row, or by a set of choices or people, of
 * which each is a group.
 */
function canGroupBy(column: Kind): boolean {
  const { type, shown_as, single } = column;
  if (type === 'lookup')
    return single === true && shown_as !== undefined && canSortBy(shown_as) && !isOfSeveral(shown_as);
  return canSortBy(column);
}

/** Whether the database has its values: a filter compares them. */
export const isStored = ({ type, late }: Kind): boolean => !late && !UNSTORED.has(type);

/** Whether a board can have a list for each value of a column: it has one value a row, of a few. */
export const canBeLists = ({ type, multiple }: Kind): boolean =>
  (type === 'select' || type === 'person') && multiple !== true;

/** Whether a calendar can put rows on days by a column. */
export const canBeDays = ({ type, multiple }: Kind): boolean =>
  (type === 'date' || type === 'datetime') && multiple !== true;

/** Whether a view of a type can group its rows by a column. */
export const canGroup = (type: string) =>
  type === 'board' ? canBeLists : type === 'calendar' ? canBeDays : canGroupBy;

/** Types whose values are shown, and have no sum, count or order. */
const LISTED_ONLY: ReadonlySet<string> = new Set(['link', 'attachment', 'file']);

/**
 * Whether a lookup, or else a rollup, shows the values of a column of the linked table; of one that looks values up itself, where what
 * that shows is known.
 */
export function isShownThroughLinks(column: Kind, isLookup: boolean): boolean {
  const { type, function: name, shown_as, restricted } = column;
  if (type === 'lookup' || type === 'rollup') {
    if (restricted) return false;
    if (type === 'rollup' && (name === 'count' || name === 'sum' || name === 'avg')) return true;
    if (shown_as === undefined) return false;
    // The least of lists has no labels or names of its own.
    if ((name === 'min' || name === 'max') && isOfSeveral(shown_as)) return false;
    return isShownThroughLinks(shown_as, isLookup);
  }
  return type !== 'form' && (LISTED_ONLY.has(type) ? isLookup : isStored(column));
}
