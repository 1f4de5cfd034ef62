import type { FieldType, Operator } from '#lib/fields/field-types.ts';

/** One of the things that can be chosen; the value is its id. */
export type Option = { id: string; label: string };

type LengthRule = 'min_length' | 'max_length' | 'length' | 'min_count' | 'max_count' | 'count';

/** What a value must keep to beside its type; `message` instead of the usual words. Bounds of days and times are texts. */
export type Rule = { message?: string } & (
  | { rule: LengthRule | 'equal' | 'max_bytes'; value: number }
  | { rule: 'min' | 'max'; value: number | string }
  | { rule: 'pattern' | 'date_format'; value: string }
  | { rule: 'extensions'; value: readonly string[] }
);

export type Comparison = { field: string; op: Operator; value?: string | number };

/** When something is so; `field` is a field's id, of the same list or of a list around it. */
export type Condition = Comparison | { and: Condition[] } | { or: Condition[] } | { not: Condition };

/**
 * A field of a form, a column of a table, an entry of a contact's record (contract §5). A list of definitions is never
 * changed in place: what is worked out of it is remembered with it.
 */
export type FieldDefinition = {
  /** Never changes. */
  id: string;
  /** The key of its value. */
  name: string;
  label: string;
  type: FieldType;
  /** True unless said otherwise. */
  required?: boolean;
  placeholder?: string;
  help?: string;
  default?: unknown;
  options?: Option[];
  rules?: Rule[];
  multiple?: boolean;
  /** Of a nested form. */
  fields?: FieldDefinition[];
  visible_if?: Condition;
  required_if?: Condition;
  /** The value is worked out of other fields, whoever sends what. */
  formula?: string;
};

/** Values by field name. */
export type Values = Record<string, unknown>;

/** What is wrong, by path: `people[1].mail`. */
export type FieldErrors = Record<string, string[]>;
