/** Types of a field, in a form as in a table's column (contract §5). */
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
