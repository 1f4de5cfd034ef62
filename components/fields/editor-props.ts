import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { ControlAttributes } from './FieldFrame.tsx';

/** Props of an editor of one value. A missing value is undefined. */
export type EditorProps = {
  field: FieldDefinition;
  value: unknown;
  /**
   * The country chosen for a phone number, empty for none; undefined where none is stored: then the number contains it.
   */
  country?: string | undefined;
  onChange: (value: unknown, country?: string) => void;
  onLeave?: () => void;
  control: ControlAttributes;
  disabled?: boolean;
};

/** A value as text for a control. */
export const valueToText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
};

/** A typed text as a value: empty text is no value. */
export const textToValue = (text: string): string | undefined => (text === '' ? undefined : text);
