'use no memo';

import { useContext, useState } from 'react';
import { Input } from '#components/ui/control.ts';
import { dateFormatOf, timeOrder } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isLocalTime, localFromMoment, readLocal } from '#lib/fields/local-moment.ts';
import { loadUnclearReader } from '#lib/fields/unclear-reader.ts';
import { unclearText } from '#lib/fields/unclear-text.ts';
import notes from './Clarify.module.css';
import { Clarify } from './Clarify.tsx';
import { asText, asValue, type EditorProps } from './editor-props.ts';
import { LineEditor } from './TextEditor.tsx';
import styles from './TimeEditor.module.css';
import { useIsLive } from './use-record.ts';
import { FormattedMessage } from './words.ts';
import { WrittenInContext } from './written-in.ts';

loadUnclearReader(unclearText);

const INPUT_TYPES = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

/** The earliest and the latest that the browser's own picker offers. */
function limits(
  { rules = [], type }: FieldDefinition,
  timeZone: string | undefined,
): { min?: string; max?: string } {
  const found: { min?: string; max?: string } = {};
  for (const { rule, value } of rules)
    if ((rule === 'min' || rule === 'max') && typeof value === 'string')
      found[rule] = type === 'datetime' ? localFromMoment(value, timeZone) : value;
  return found;
}

/** The moment that a local time is; the very time where clocks skip it, or show it twice. */
function momentOrText(local: string, timeZone: string | undefined): string {
  const read = readLocal(local, timeZone);
  if (read.kind === 'moment') return read.moment;
  return read.kind === 'none' ? '' : local;
}

const nameOf = (timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone) => timeZone.replaceAll('_', ' ');

/** A day, a time or a moment, by the browser's own picker; a day of another format is typed. */
export function TimeEditor(props: EditorProps) {
  const { field, value, onChange, onLeave, control, disabled } = props;
  const isLive = useIsLive();
  const written = useContext(WrittenInContext);
  // What is posted without a script is read by the server, whose clock is nobody's.
  const timeZone = written?.timeZone ?? (isLive ? undefined : 'UTC');
  // A moment that can't be shown is kept until another is chosen.
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  if (field.type === 'date' && dateFormatOf(field) !== 'YYYY-MM-DD') {
    const format = dateFormatOf(field);
    return <LineEditor {...props} field={{ ...field, placeholder: field.placeholder ?? format }} />;
  }
  const type = field.type === 'date' || field.type === 'time' ? field.type : 'datetime';
  const text = asText(value);
  const isLocal = type === 'datetime' && isLocalTime(text);
  const known = type === 'datetime' && !isLocal ? localFromMoment(text, timeZone) : text;
  const canBeShown = text === '' || isLocal || timeOrder(field, text) !== null;
  if (!canBeShown) return <LineEditor {...props} />;
  const take = (next: string) => {
    const taken = asValue(type === 'datetime' ? momentOrText(next, timeZone) : next);
    setTyped({ text: next, value: taken });
    onChange(taken);
  };
  const choices = isLocal ? (unclearText(field, text, { ...written, timeZone })?.choices ?? []) : [];
  return (
    <>
      <Input
        className={styles.time}
        {...limits(field, timeZone)}
        {...control}
        type={INPUT_TYPES[type]}
        step={type !== 'date' && /:\d\d:\d\d/.test(known) ? 1 : undefined}
        disabled={disabled}
        value={typed && Object.is(typed.value, value) ? typed.text : known}
        onChange={({ target }) => take(target.value)}
        onBlur={onLeave}
      />
      {type === 'datetime' && written && (
        <div className={notes.note}>
          <FormattedMessage id="fields.time_zone" values={{ zone: nameOf(timeZone) }} />
        </div>
      )}
      {choices.length > 0 && (
        <Clarify
          field={field}
          control={control}
          choices={choices}
          disabled={disabled}
          onChoose={({ text: moment }) => {
            setTyped(null);
            onChange(moment);
            document.getElementById(control.id)?.focus();
          }}
        />
      )}
    </>
  );
}
