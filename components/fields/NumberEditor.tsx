'use no memo';

import { useState } from 'react';
import { Input } from '#components/common/control.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { numberFrom } from '#lib/fields/number-text.ts';
import { asText, type EditorProps } from './editor-props.ts';

/** Some phones' number pads have no minus. */
function isNeverNegative({ rules = [] }: FieldDefinition): boolean {
  return rules.some(
    ({ rule, value }) => (rule === 'min' || rule === 'equal') && typeof value === 'number' && value >= 0,
  );
}

/** The number, or the very text where it is none: checking it says so. */
function readNumber(text: string): number | string | undefined {
  if (text === '') return undefined;
  return numberFrom(text) ?? text;
}

/** A number is typed as text: what was typed stays, and no wheel changes it. */
export function NumberEditor({ field, value, onChange, onLeave, control, disabled }: EditorProps) {
  const [typed, setTyped] = useState(() => asText(value));
  const shown = Object.is(readNumber(typed), value) ? typed : asText(value);
  return (
    <Input
      type="text"
      dir="ltr"
      inputMode={isNeverNegative(field) ? 'decimal' : undefined}
      autoComplete="off"
      placeholder={field.placeholder}
      {...control}
      disabled={disabled}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readNumber(target.value));
      }}
      onBlur={onLeave}
    />
  );
}
