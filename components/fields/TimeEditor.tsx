'use no memo';

import { useState } from 'react';
import { Input } from '#components/common/control.ts';
import { dateFormatOf, timeOrder } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { localFromMoment, momentFromLocal } from '#lib/fields/local-moment.ts';
import { asText, asValue, type EditorProps } from './editor-props.ts';
import { LineEditor } from './TextEditor.tsx';
import styles from './TimeEditor.module.css';

const INPUT_TYPES = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

/** The earliest and the latest that the browser's own picker offers. */
function limits({ rules = [], type }: FieldDefinition): { min?: string; max?: string } {
  const found: { min?: string; max?: string } = {};
  for (const { rule, value } of rules)
    if ((rule === 'min' || rule === 'max') && typeof value === 'string')
      found[rule] = type === 'datetime' ? localFromMoment(value) : value;
  return found;
}

/** A day, a time or a moment, by the browser's own picker; a day of another format is typed. */
export function TimeEditor(props: EditorProps) {
  const { field, value, onChange, onLeave, control, disabled } = props;
  // A moment that can't be shown is kept until another is chosen.
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  if (field.type === 'date' && dateFormatOf(field) !== 'YYYY-MM-DD') {
    const format = dateFormatOf(field);
    return <LineEditor {...props} field={{ ...field, placeholder: field.placeholder ?? format }} />;
  }
  const type = field.type === 'date' || field.type === 'time' ? field.type : 'datetime';
  const text = asText(value);
  const known = type === 'datetime' ? localFromMoment(text) : text;
  const canBeShown = text === '' || timeOrder(field, text) !== null;
  if (!canBeShown) return <LineEditor {...props} />;
  return (
    <Input
      className={styles.time}
      {...limits(field)}
      {...control}
      type={INPUT_TYPES[type]}
      step={type !== 'date' && /:\d\d:\d\d/.test(known) ? 1 : undefined}
      disabled={disabled}
      value={typed && Object.is(typed.value, value) ? typed.text : known}
      onChange={({ target }) => {
        const next = type === 'datetime' ? momentFromLocal(target.value) : target.value;
        const taken = asValue(next ?? '');
        setTyped({ text: target.value, value: taken });
        onChange(taken);
      }}
      onBlur={onLeave}
    />
  );
}
