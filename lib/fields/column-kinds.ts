import { type ColumnType, isNumberType, type RollupFunction } from '#lib/fields/column-base.ts';
import { SET_TYPES } from '#lib/fields/set-types.ts';

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
  /** The reader may not compare rows by it: they may not read what it shows, or its people. */
  restricted?: true | undefined;
  /** Of a link, or a lookup of links: nothing names its rows for the reader. */
  untitled?: true | undefined;
};

/** Computed from other tables for each reader: the database has no values to compare. */
const UNSTORED: ReadonlySet<string> = new Set(['link', 'lookup', 'rollup']);
const UNSORTED: ReadonlySet<string> = new Set(['json', 'form', 'file', 'attachment']);

/** Types whose values have an order of their own, also several in a cell. */
const RANKED: ReadonlySet<string> = new Set(['select', 'multi-select', 'checkboxes', 'person']);

const isOfSeveral = ({ type, multiple }: Kind): boolean =>
  type === 'checkboxes' || type === 'multi-select' || multiple === true;

/** Types of people, of whom there is no least or greatest. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['person', 'created_by', 'updated_by']);

/** Whether a column has values that the database compares, or whose order it knows. */
const isOrdered = (column: Kind): boolean =>
  !UNSTORED.has(column.type) &&
  !UNSORTED.has(column.type) &&
  (!isOfSeveral(column) || RANKED.has(column.type));

/** Whether a rollup results in a number, a day or a text. */
function hasOrderedResult({ function: name, shown_as }: Kind): boolean {
  if (name === 'min' || name === 'max') {
    if (shown_as === undefined) return true;
    // Several numbers in a cell are compared each for itself.
    if (shown_as.type === 'number' || isNumberType(shown_as.type)) return true;
    return isOrdered(shown_as) && !RANKED.has(shown_as.type) && !OF_PEOPLE.has(shown_as.type);
  }
  return name === 'count' || name === 'sum' || name === 'avg';
}

/** Whether a column shows the values of linked rows themselves. */
const showsValues = ({ type, function: name }: Kind): boolean =>
  type === 'lookup' || (type === 'rollup' && (name === undefined || name === 'list'));

/** Whether rows can be sorted by a column: also by the titles of linked rows, and by their first values. */
export function canSortBy(column: Kind): boolean {
  const { type, shown_as } = column;
  if (column.restricted || column.late) return false;
  if (type === 'link') return !column.untitled;
  if (showsValues(column)) return shown_as !== undefined && isOrdered(shown_as);
  return type === 'rollup' ? hasOrderedResult(column) : isOrdered(column);
}

/**
 * Whether rows can be grouped by a column: by one value a row, also that of the one linked row, or by a set of choices or people, or of
 * values of several linked rows, of which each is a group; by links to rows that the reader sees named.
 */
function canGroupBy(column: Kind): boolean {
  const { type, shown_as, single } = column;
  if (type === 'link') return !column.untitled;
  if (showsValues(column)) {
    if (column.restricted || shown_as === undefined) return false;
    if (shown_as.type === 'link') return !column.untitled;
    if (!isOrdered(shown_as)) return false;
    return (
      (single === true && !isOfSeveral(shown_as)) ||
      [RANKED, OF_PEOPLE, SET_TYPES].some((types) => types.has(shown_as.type))
    );
  }
  return canSortBy(column);
}

/** Whether the database has its values: a filter compares them. */
export const isStored = ({ type, late }: Kind): boolean => !late && !UNSTORED.has(type);

/** Whether a board can have a list for each value of a column: it has one value a row, of a few. */
export const canBeLists = ({ type, multiple, restricted }: Kind): boolean =>
  !restricted && (type === 'select' || type === 'person') && multiple !== true;

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
