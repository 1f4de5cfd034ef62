import type { FieldDefinition } from '#lib/fields/definition.ts';
import { FIELD_TYPES, type FieldType } from '#lib/fields/field-types.ts';
import { type Expression, parseFormula } from '#lib/fields/formula-parser.ts';
import { SIGNATURES } from '#lib/fields/formula-signatures.ts';

/**
 * Types that only a table's column has (docs/contract.md §5). The field engine knows none of them: each is one of its
 * own types with options beside it, so that checking, filtering, sorting, importing and showing stay one code
 * (docs/decisions/0125-column-types-over-field-types.md).
 */
export const TABLE_TYPES = [
  'auto_number',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'person',
  'attachment',
  'rating',
  'currency',
  'percent',
  'duration',
  'link',
  'lookup',
  'rollup',
  'formula',
] as const;
export type TableType = (typeof TABLE_TYPES)[number];

/** Every type of a column. */
export const COLUMN_TYPES = [...FIELD_TYPES, ...TABLE_TYPES] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export const ROLLUP_FUNCTIONS = ['count', 'sum', 'avg', 'min', 'max', 'list'] as const;
export type RollupFunction = (typeof ROLLUP_FUNCTIONS)[number];

/** Types whose values are computed by the database or from linked rows: read only. */
const COMPUTED: ReadonlySet<string> = new Set([
  'auto_number',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'lookup',
  'rollup',
]);
/** Computed values that no database column of the table stores. */
export const isVirtualColumn = ({ type }: { type?: TableType }): boolean =>
  type !== undefined && (COMPUTED.has(type) || type === 'link');

const BASE: Record<Exclude<TableType, 'formula'>, FieldType> = {
  auto_number: 'number',
  created_at: 'datetime',
  created_by: 'text',
  updated_at: 'datetime',
  updated_by: 'text',
  person: 'text',
  attachment: 'file',
  rating: 'number',
  currency: 'number',
  percent: 'number',
  duration: 'number',
  link: 'text',
  lookup: 'text',
  rollup: 'text',
};

const NUMERIC: ReadonlySet<Expression['kind']> = new Set(['negative']);

/** Whether a formula's result is a number, as far as its text says. */
function isNumeric(node: Expression, isNumber: (name: string) => boolean): boolean {
  if (node.kind === 'value') return typeof node.value === 'number';
  if (node.kind === 'field') return node.path.length === 1 && isNumber(node.path[0] ?? '');
  if (node.kind === 'binary') return '+-*/%'.includes(node.op);
  if (node.kind !== 'call') return NUMERIC.has(node.kind);
  if (node.name === 'if') return node.args.slice(1).every((arg) => isNumeric(arg, isNumber));
  if (node.name === 'first') return node.args.every((arg) => isNumeric(arg, isNumber));
  if (node.name === 'switch') {
    const results = node.args.filter((_, at) => at > 0 && (at % 2 === 0 || at === node.args.length - 1));
    return results.every((arg) => isNumeric(arg, isNumber));
  }
  return SIGNATURES[node.name]?.isNumber === true;
}

/** The type of the field engine that a type is stored and compared as. @param isNumber whether the column of a name has numbers */
export function engineType(
  { type, formula }: { type?: unknown; formula?: unknown },
  isNumber: (name: string) => boolean,
): FieldType {
  const own = TABLE_TYPES.find((one) => one === type);
  if (!own) return FIELD_TYPES.find((one) => one === type) ?? 'text';
  if (own !== 'formula') return BASE[own];
  const read = typeof formula === 'string' && formula !== '' ? parseFormula(formula) : null;
  return read?.ok && isNumeric(read.formula.expression, isNumber) ? 'number' : 'text';
}

/** Whether a column has several values, as the field engine reads it. */
export function hasSeveral({ type, multiple }: { type?: unknown; multiple?: unknown }): boolean {
  if (type === 'attachment' || type === 'link') return true;
  const isOwn = type !== 'person' && type !== 'formula' && TABLE_TYPES.some((one) => one === type);
  return multiple === true && !isOwn;
}

/**
 * Columns as the field engine reads them, for screens that know its types alone: those that nobody writes, and links,
 * are left out.
 */
export function engineColumns<One extends Omit<FieldDefinition, 'type'> & { type: ColumnType }>(
  columns: readonly One[],
): (Omit<One, 'type'> & { type: FieldType; column_type?: TableType })[] {
  const numeric = new Set(
    columns.flatMap(({ name, type }) => (type === 'number' || isNumberType(type) ? [name] : [])),
  );
  return columns.flatMap((column) => {
    const known = FIELD_TYPES.find((one) => one === column.type);
    if (known) return [{ ...column, type: known }];
    const own = TABLE_TYPES.find((one) => one === column.type);
    if (!own || isVirtualColumn({ type: own })) return [];
    const type = engineType(column, (name) => numeric.has(name));
    return [{ ...column, type, column_type: own, multiple: hasSeveral(column) }];
  });
}

/** Whether a column's values are numbers that are written in a way of their own. */
export const isNumberType = (type: ColumnType): boolean =>
  type === 'rating' || type === 'currency' || type === 'percent' || type === 'duration';
