/** Types of a field, in a form as in a table's column (docs/contract.md §5). */
export const FIELD_TYPES = [
  'text',
  'textarea',
  'file',
  'json',
  'form',
  'number',
  'email',
  'phone',
  'url',
  'date',
  'time',
  'datetime',
  'checkboxes',
  'select',
  'multi-select',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Rules of docs/contract.md §5, each supported by the types that `rulesFor` gives it to. */
export const RULE_NAMES = [
  'min_length',
  'max_length',
  'length',
  'min',
  'max',
  'equal',
  'min_count',
  'max_count',
  'count',
  'pattern',
  'date_format',
  'extensions',
  'max_bytes',
] as const;
export type RuleName = (typeof RULE_NAMES)[number];

/** Operators of a condition (docs/contract.md §5). */
export const OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'greater',
  'greater_or_equal',
  'less',
  'less_or_equal',
  'before',
  'after',
  'includes',
  'is_empty',
  'is_not_empty',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** Operators of a condition that filters rows of a table (`ROW_OPERATORS`). */
export type RowOperator = Operator | 'any_of' | 'all_of' | 'none_of' | 'exactly' | 'within';

const TEXT_RULES: readonly RuleName[] = ['min_length', 'max_length', 'length', 'pattern'];

const RULES: Partial<Record<FieldType, readonly RuleName[]>> = {
  text: [...TEXT_RULES, 'date_format'],
  textarea: TEXT_RULES,
  email: TEXT_RULES,
  phone: TEXT_RULES,
  url: TEXT_RULES,
  number: ['min', 'max', 'equal'],
  date: ['min', 'max', 'date_format'],
  time: ['min', 'max'],
  datetime: ['min', 'max'],
  file: ['extensions', 'max_bytes'],
};
const COUNT_RULES: readonly RuleName[] = ['min_count', 'max_count', 'count'];

const PRESENCE: readonly Operator[] = ['is_empty', 'is_not_empty'];
const EQUALITY: readonly Operator[] = ['equals', 'not_equals'];
const TEXT_OPERATORS: readonly Operator[] = [
  ...EQUALITY,
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  ...PRESENCE,
];
const TIME_OPERATORS: readonly Operator[] = [...EQUALITY, 'before', 'after', ...PRESENCE];
const LIST_OPERATORS: readonly Operator[] = ['includes', 'contains', 'not_contains', ...PRESENCE];

const OPERATORS_OF: Record<FieldType, readonly Operator[]> = {
  text: TEXT_OPERATORS,
  textarea: TEXT_OPERATORS,
  email: TEXT_OPERATORS,
  phone: TEXT_OPERATORS,
  url: TEXT_OPERATORS,
  number: [...EQUALITY, 'greater', 'greater_or_equal', 'less', 'less_or_equal', ...PRESENCE],
  date: TIME_OPERATORS,
  time: TIME_OPERATORS,
  datetime: TIME_OPERATORS,
  select: [...EQUALITY, ...PRESENCE],
  checkboxes: LIST_OPERATORS,
  'multi-select': LIST_OPERATORS,
  file: PRESENCE,
  json: PRESENCE,
  form: PRESENCE,
};

type Shape = { type: FieldType; multiple?: boolean };

/** Whether the value is a list: several choices, or `multiple` of anything. */
export const isList = ({ type, multiple }: Shape) =>
  type === 'checkboxes' || type === 'multi-select' || multiple === true;

/** Whether the value is one or several of the field's options. */
export const isChoice = ({ type }: Shape) =>
  type === 'select' || type === 'checkboxes' || type === 'multi-select';

/** Whether an operator compares with nothing. */
export const hasNoValue = (op: RowOperator): boolean => op === 'is_empty' || op === 'is_not_empty';

/** The rules that a field supports. */
export const rulesFor = (field: Shape): readonly RuleName[] => {
  const own = RULES[field.type] ?? [];
  return isList(field) ? [...own, ...COUNT_RULES] : own;
};

/** The operators that a condition may apply to a field. */
export const operatorsFor = (field: Shape): readonly Operator[] => {
  const own = OPERATORS_OF[field.type];
  return isList(field) && own !== PRESENCE ? LIST_OPERATORS : own;
};

/** The types of computed fields. */
export const COMPUTED_TYPES: readonly FieldType[] = ['text', 'textarea', 'number', 'date'];
