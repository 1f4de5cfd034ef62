'use no memo';

import type { ComponentProps } from 'react';
import { Input, TextArea } from '#components/ui/control.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import { type EditorProps, textToValue, valueToText } from './editor-props.ts';
import styles from './TextEditor.module.css';

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoCapitalize' | 'spellCheck' | 'dir'
>;

/** The matching keyboard; an address or a number is written from left to right in every language. */
const KINDS: Partial<Record<FieldType, InputProps>> = {
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' },
  phone: { type: 'tel', inputMode: 'tel', dir: 'ltr' },
  url: { type: 'url', inputMode: 'url', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' },
};

/** Autocomplete values: nearly every form has the user's own name and address. */
const AUTOCOMPLETE: Partial<Record<FieldType, string>> = { email: 'email', phone: 'tel', url: 'url' };

/** The text direction of the value; of the label while the value is empty. */
const directionOf = (value: unknown) => (valueToText(value) === '' ? undefined : 'auto');

/** A single line of text: text, e-mail, phone, web address. */
export function LineEditor({ field, value, onChange, onLeave, control, disabled }: EditorProps) {
  return (
    <Input
      type="text"
      dir={directionOf(value)}
      autoComplete={AUTOCOMPLETE[field.type]}
      placeholder={field.placeholder}
      {...KINDS[field.type]}
      {...control}
      disabled={disabled}
      value={valueToText(value)}
      onChange={({ target }) => onChange(textToValue(target.value))}
      onBlur={onLeave}
    />
  );
}

/** Several lines, which grow with the content; JSON in a monospaced font. */
export function AreaEditor({ field, value, onChange, onLeave, control, disabled }: EditorProps) {
  const isCode = field.type === 'json';
  return (
    <TextArea
      className={styles.area}
      rows={isCode ? 5 : 4}
      dir={isCode ? 'ltr' : directionOf(value)}
      data-code={isCode || undefined}
      spellCheck={isCode ? false : undefined}
      placeholder={field.placeholder}
      {...control}
      disabled={disabled}
      value={valueToText(value)}
      onChange={({ target }) => onChange(textToValue(target.value))}
      onBlur={onLeave}
    />
  );
}
