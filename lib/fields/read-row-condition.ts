import type { RowComparison, RowCondition } from '#lib/fields/definition.ts';
import { hasNoValue } from '#lib/fields/field-types.ts';
import { type FilterField, LIST_COMPARISONS, rowOperators } from '#lib/fields/filter-kind.ts';
import type { ProblemCollector } from '#lib/fields/problem-collector.ts';
import { fitsField, readConditionTree, valueProblem } from '#lib/fields/read-conditions.ts';
import { isRelativeDays } from '#lib/fields/relative-days.ts';

/** Values of a list that a comparison has at most; of a group with more, no comparison finds the rows. */
export const LISTED_VALUES_MAX = 100;
const TEXT_MAX = 1000;
/** Of the name of a column that is not there, as much as a message repeats. */
const NAME_MAX = 100;
const ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX;

/** Whether a value is one that can be among those of a list. */
function isListed({ field, kind }: FilterField, value: unknown): value is string {
  if (kind === 'link') return isText(value) && ID.test(value);
  if (kind === 'person' || kind === 'people') return isText(value);
  return fitsField(field, value) && typeof value === 'string';
}

/** The value of a comparison; undefined for one that does not fit. */
function readValue(filtered: FilterField, op: RowComparison['op'], value: unknown): RowComparison['value'] {
  const { field, kind } = filtered;
  if (LIST_COMPARISONS.has(op)) {
    if (!Array.isArray(value) || value.length === 0 || value.length > LISTED_VALUES_MAX) return undefined;
    const known = value.filter((one) => isListed(filtered, one));
    return known.length === value.length ? [...new Set(known)] : undefined;
  }
  if (kind === 'link') return isText(value) ? value : undefined;
  const isRelative = kind === 'day' && typeof value === 'string' && isRelativeDays(value);
  if (op === 'within') return isRelative ? value : undefined;
  if ((op === 'before' || op === 'after') && isRelative) return value;
  return fitsField(field, value) ? value : undefined;
}

/** A condition that filters rows by these columns. */
export function readRowCondition(
  input: unknown,
  path: string,
  columns: readonly FilterField[],
  problems: ProblemCollector,
): RowCondition | undefined {
  return readConditionTree(input, path, problems, (part, at): RowComparison | undefined => {
    const filtered = columns.find(({ field }) => field.id === part.field);
    if (!filtered) {
      const isNamed = typeof part.field === 'string' && part.field !== '';
      problems.add(
        `${at}.field`,
        isNamed
          ? { code: 'condition_column', params: { name: String(part.field).slice(0, NAME_MAX) } }
          : { code: 'condition_field', params: {} },
      );
      return;
    }
    const { field } = filtered;
    const own = rowOperators(filtered);
    const op = own.find((known) => known === part.op);
    if (!op) {
      problems.add(`${at}.op`, { code: 'one_of', params: { label: 'The operator', options: own } });
      return;
    }
    if (hasNoValue(op)) return { field: field.id, op };
    const value = readValue(filtered, op, part.value);
    if (value !== undefined) return { field: field.id, op, value };
    problems.add(`${at}.value`, valueProblem(field));
  });
}
