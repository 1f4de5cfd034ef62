import type { FieldType, Operator, RowOperator } from '#lib/fields/field-types.ts';

/** One of a choice's options; the value is its id. */
export type Option = { id: string; label: string };

type LengthRule = 'min_length' | 'max_length' | 'length' | 'min_count' | 'max_count' | 'count';

/**
 * What a value must satisfy besides its type; `message` replaces the default message. Bounds of days and
 * times are texts.
 */
export type Rule = { message?: string } & (
  | { rule: LengthRule | 'equal' | 'max_bytes'; value: number }
  | { rule: 'min' | 'max'; value: number | string }
  | { rule: 'pattern' | 'date_format'; value: string }
  | { rule: 'extensions'; value: readonly string[] }
);

export type Comparison = { field: string; op: Operator; value?: string | number };

/** Deeper conditions are never saved; evaluating stops there too. */
export const CONDITION_DEPTH = 10;

/** A comparison, or several in groups. */
export type ConditionOf<One> =
  | One
  | { and: ConditionOf<One>[] }
  | { or: ConditionOf<One>[] }
  | { not: ConditionOf<One> };

/** When something is so; `field` is a field's id, of the same list or of a list around it. */
export type Condition = ConditionOf<Comparison>;

/** A comparison of a cell; a list of values with `any_of`, `all_of` and `none_of`. */
export type RowComparison = { field: string; op: RowOperator; value?: string | number | readonly string[] };

/** Which rows of a table are found; `field` is a column's id. */
export type RowCondition = ConditionOf<RowComparison>;

/**
 * A field of a form, a column of a table, an entry of a contact's record (docs/contract.md §5). A list of
 * definitions is never changed in place: what is derived from it is cached with it.
 */
export type FieldDefinition = {
  /** Never changes. */
  id: string;
  /** The key of its value. */
  name: string;
  label: string;
  type: FieldType;
  /** True by default. */
  required?: boolean;
  placeholder?: string;
  help?: string;
  default?: unknown;
  options?: Option[];
  rules?: Rule[];
  multiple?: boolean;
  /** For a choice: besides its options, a free text may be given. */
  allow_other?: boolean;
  /** Of a nested form. */
  fields?: FieldDefinition[];
  visible_if?: Condition;
  required_if?: Condition;
  /** The value is computed from other fields, whatever was sent. */
  formula?: string;
};

/** Values by field name. */
export type Values = Record<string, unknown>;

export type DefinitionLimits = {
  /** Fields in all, with those of nested forms. */
  fields: number;
  /** Forms within forms; the outermost list is the first. */
  depth: number;
};

export const DEFINITION_LIMITS: DefinitionLimits = { fields: 500, depth: 5 };
export const OPTIONS_MAX = 1000;
export const TEXT_LIMITS = {
  name: 100,
  label: 500,
  placeholder: 500,
  help: 5000,
  option: 500,
};
