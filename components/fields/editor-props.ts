import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { ControlAttributes } from './FieldFrame.tsx';

/** What an editor of one value takes. A missing value is undefined. */
export type EditorProps = {
  field: FieldDefinition;
  value: unknown;
  /** Chosen beside a phone number, empty for none; undefined where nobody keeps one: then the number itself says it. */
  country?: string | undefined;
  onChange: (value: unknown, country?: string) => void;
  onLeave?: () => void;
  control: ControlAttributes;
  disabled?: boolean;
};

/** A value as a control shows it. */
export const valueToText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
};

/** What was typed, as a value: nothing typed is nothing answered. */
export const textToValue = (text: string): string | undefined => (text === '' ? undefined : text);
