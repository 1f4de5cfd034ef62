import {
  type ColumnType,
  engineType,
  isVirtualColumn,
  ROLLUP_FUNCTIONS,
  type RollupFunction,
  TABLE_TYPES,
  type TableType,
} from '#lib/fields/column-base.ts';
import { type CreationDefault, creationDefaultOf } from '#lib/fields/creation-default.ts';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { FIELD_TYPES, isChoice } from '#lib/fields/field-types.ts';
import '#lib/fields/formula-more.ts';
import { OPTION_COLORS, type OptionColors, readOptionColors } from '#lib/fields/option-colors.ts';
import { DEFAULT_CURRENCY } from '#lib/text/constants.ts';
import { isCurrency } from '#lib/text/currency.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { required } from '#lib/text/messages.ts';

/** What a column has beside its field definition. */
export type ColumnOptions = {
  type?: TableType;
  /** No two rows have the same value. */
  unique?: boolean;
  /** Of a rating: the greatest. */
  max?: number;
  /** Of a currency: its ISO 4217 code. */
  currency?: string;
  /** Of a choice: the colours of its options, by their ids. */
  option_colors?: OptionColors;
  /** Of a link: the item whose rows it links to. */
  table?: string;
  /** Of a link: the column there that shows the same links; absent where that was deleted. */
  opposite?: string;
  /** Of a link: what its entries in `row_link` have in common, and on which side of them this table is. */
  link?: string;
  side?: 'one' | 'other';
  /** Of a lookup or rollup: the link column, and the column of the linked table. */
  via?: string;
  of?: string;
  function?: RollupFunction;
  /** What new rows have of how they are added, in place of a `default`: when, or who adds them. */
  default_from?: CreationDefault;
  /** The job that is rewriting its values. */
  changing?: string;
  /** Writers may add no value twice already, while that job looks for those that are there. */
  unique_pending?: boolean;
};

const RATING_MAX = 100;
const RATING_DEFAULT = 5;

type Sent = Record<string, unknown>;
export type ColumnProblem = { path: string; message: string };

/** A column as it was sent, as a definition for the field engine and the options beside it. */
export type SplitColumn = { definition: Sent; options: ColumnOptions; problems: ColumnProblem[] };

const OPTION_KEYS = [
  ...['unique', 'default_from', 'max', 'currency', 'option_colors', 'table', 'via', 'of', 'function'],
] as const;
/** Everything that a column's definition may have. */
export const COLUMN_KEYS = [
  ...['id', 'name', 'label', 'type', 'required', 'placeholder', 'help', 'default', 'options', 'rules'],
  ...['multiple', 'allow_other', 'fields', 'visible_if', 'required_if', 'formula', 'revision', 'before'],
  ...['opposite', 'link', 'side', 'changing', 'late', 'shown_as', 'reads', 'single', 'restricted'],
  ...OPTION_KEYS,
] as const;
export type ColumnKey = (typeof COLUMN_KEYS)[number];
const KNOWN_KEYS: ReadonlySet<string> = new Set(COLUMN_KEYS);

/** Types whose values the database does not compare. */
const NEVER_UNIQUE: ReadonlySet<unknown> = new Set([
  ...['json', 'form', 'file', 'attachment', 'checkboxes', 'multi-select'],
]);

/** Whether a column of a type may say that no two rows have the same value. */
export function canBeUnique({ type, multiple }: Sent): boolean {
  if (multiple === true || NEVER_UNIQUE.has(type)) return false;
  const tableType = TABLE_TYPES.find((one) => one === type);
  return tableType === undefined || !isVirtualColumn({ type: tableType });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function optionsOf(type: TableType | undefined, sent: Sent, problems: ColumnProblem[]): ColumnOptions {
  const options: ColumnOptions = {};
  const refuse = (path: string, message: string) => problems.push({ path, message });
  if (type) options.type = type;
  if (sent.unique === true) options.unique = true;
  else if (sent.unique !== undefined && sent.unique !== null && sent.unique !== false)
    refuse('unique', 'Unique is not a valid flag');
  if (sent.default_from !== undefined && sent.default_from !== null) {
    const from = creationDefaultOf(sent.type);
    if (from === null) refuse('default_from', 'Columns of this type have no such default');
    else if (sent.default_from !== from) refuse('default_from', `Default from must be one of [${from}]`);
    else if (sent.default !== undefined && sent.default !== null)
      refuse('default_from', 'A column has one default');
    else if (isText(sent.formula)) refuse('default_from', 'A computed column has no default');
    else options.default_from = from;
  }
  if (type === 'rating') {
    const max = sent.max ?? RATING_DEFAULT;
    if (typeof max === 'number' && Number.isInteger(max) && max >= 1 && max <= RATING_MAX) options.max = max;
    else refuse('max', `Max must be a whole number from 1 to ${RATING_MAX}`);
  }
  if (type === 'currency') {
    const currency = sent.currency ?? DEFAULT_CURRENCY;
    if (isText(currency) && isCurrency(currency)) options.currency = currency;
    else refuse('currency', 'Currency must be a code such as INR or EUR');
  }
  if (FIELD_TYPES.some((one) => one === sent.type && isChoice({ type: one }))) {
    const read = readOptionColors(sent.option_colors, sent.options);
    if (!read)
      refuse(
        'option_colors',
        `Option colours must each be one of [${OPTION_COLORS.join(', ')}], by an option’s id`,
      );
    else if (read.unknown[0] !== undefined)
      refuse('option_colors', `There is no option “${read.unknown[0].slice(0, 100)}” to be coloured`);
    else if (Object.keys(read.colors).length > 0) options.option_colors = read.colors;
  }
  if (type === 'link') {
    if (isText(sent.table)) options.table = sent.table;
    else refuse('table', required('Table'));
    if (isText(sent.opposite)) options.opposite = sent.opposite;
    if (isText(sent.link)) options.link = sent.link;
    if (sent.side === 'one' || sent.side === 'other') options.side = sent.side;
  }
  if (type === 'lookup' || type === 'rollup') {
    if (isText(sent.via)) options.via = sent.via;
    else refuse('via', required('Link column'));
    const wanted = ROLLUP_FUNCTIONS.find((one) => one === sent.function);
    if (type === 'rollup') {
      if (wanted) options.function = wanted;
      else refuse('function', `Function must be one of [${ROLLUP_FUNCTIONS.join(', ')}]`);
    }
    if (isText(sent.of)) options.of = sent.of;
    else if (type === 'lookup' || wanted !== 'count') refuse('of', required('Column of the linked table'));
  }
  if (options.unique && !canBeUnique(sent)) refuse('unique', 'Values of this type cannot be unique');
  return options;
}

/** Rules that follow from the type. */
function ownRules(options: ColumnOptions): Rule[] {
  if (options.type === 'rating')
    return [
      { rule: 'min', value: 1 },
      { rule: 'max', value: options.max ?? RATING_DEFAULT },
    ];
  return options.type === 'duration' ? [{ rule: 'min', value: 0 }] : [];
}

/**
 * Splits a column as it was sent into a definition for the field engine, and the options that only tables have.
 * @param isNumber whether the column of a name has numbers: a formula of them has a number as its result
 */
export function splitColumn(sent: Sent, isNumber: (name: string) => boolean): SplitColumn {
  const problems: ColumnProblem[] = [];
  for (const key of Object.keys(sent))
    if (!KNOWN_KEYS.has(key))
      problems.push({ path: key.slice(0, 100), message: `There is no field named “${key.slice(0, 100)}”` });
  const type = TABLE_TYPES.find((one) => one === sent.type);
  const options = optionsOf(type, sent, problems);
  const definition: Sent = { ...sent };
  for (const key of [...OPTION_KEYS, 'opposite', 'link', 'side', 'before', 'revision', 'changing', 'late'])
    delete definition[key];
  if (!type) return { definition, options, problems };
  if (type === 'formula') {
    if (!isText(sent.formula)) problems.push({ path: 'formula', message: required('Formula') });
    definition.type = engineType({ ...sent, type }, isNumber);
    definition.required = false;
    return { definition, options, problems };
  }
  definition.type = engineType({ type }, isNumber);
  delete definition.formula;
  delete definition.options;
  delete definition.fields;
  if (type === 'attachment') definition.multiple = true;
  else if (type === 'link') definition.multiple = true;
  else if (type !== 'person') delete definition.multiple;
  if (isVirtualColumn(options)) {
    definition.required = false;
    for (const key of ['default', 'rules', 'visible_if', 'required_if']) delete definition[key];
  }
  // A link to one row only is a list of one: the rule of its number says so.
  if (type === 'link') {
    if (sent.multiple === false) definition.rules = [{ rule: 'max_count', value: 1 }];
  } else if (ownRules(options).length > 0) definition.rules = ownRules(options);
  return { definition, options, problems };
}

type JoinedColumn = Omit<FieldDefinition, 'type'> & { type: ColumnType } & Omit<
    ColumnOptions,
    'type' | 'link' | 'side' | 'unique_pending'
  >;

/** A column as the contract has it: the field definition with the type and the options of the column. */
export function joinColumn(field: FieldDefinition, options: ColumnOptions): JoinedColumn {
  const { type, link: _, side: __, unique_pending: ___, ...rest } = options;
  if (!type) return { ...field, ...rest };
  const { rules, ...definition } = field;
  const own: JoinedColumn = { ...definition, ...rest, type };
  if (type === 'link') own.multiple = !rules?.some(({ rule }) => rule === 'max_count');
  else if (rules && ownRules(options).length === 0) own.rules = rules;
  return own;
}

/** The id of a person, a file or a row, as it may be sent: alone, or in an object. */
export function sentId(value: unknown, key: string): unknown {
  return isRecord(value) && typeof value[key] === 'string' ? value[key] : value;
}
