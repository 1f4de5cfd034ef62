'use no memo';

import { useContext, useState } from 'react';
import { Input } from '#components/ui/control.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { setAmbiguityReader } from '#lib/fields/ambiguity-reader.ts';
import { findAmbiguity } from '#lib/fields/ambiguous-text.ts';
import { dateFormatOf, timeSortKey } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isLocalTime, parseLocalDateTime, toLocalDateTime } from '#lib/fields/local-date-time.ts';
import notes from './AmbiguityPrompt.module.css';
import { AmbiguityPrompt } from './AmbiguityPrompt.tsx';
import { type EditorProps, textToValue, valueToText } from './editor-props.ts';
import { FormattedMessage } from './field-messages.ts';
import { InputFormatContext } from './input-format.ts';
import { LineEditor } from './TextEditor.tsx';
import styles from './TimeEditor.module.css';

setAmbiguityReader(findAmbiguity);

/**
 * The value of a picker in which a part of a date or time was typed: browsers keep what that is. It is no date, so that the field has
 * a problem instead of being empty.
 */
const UNFINISHED = '…';

const INPUT_TYPES = { date: 'date', time: 'time', datetime: 'datetime-local' } as const;

/** The earliest and the latest value that the native picker offers. */
function limits(
  { rules = [], type }: FieldDefinition,
  timeZone: string | undefined,
): { min?: string; max?: string } {
  const found: { min?: string; max?: string } = {};
  for (const { rule, value } of rules)
    if ((rule === 'min' || rule === 'max') && typeof value === 'string')
      found[rule] = type === 'datetime' ? toLocalDateTime(value, timeZone) : value;
  return found;
}

/** The moment of a local time; the typed text where the local time does not exist or occurs twice. */
function momentOrText(local: string, timeZone: string | undefined): string {
  const read = parseLocalDateTime(local, timeZone);
  if (read.kind === 'moment') return read.moment;
  return read.kind === 'none' ? '' : local;
}

const nameOf = (timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone) => timeZone.replaceAll('_', ' ');

/** A date, a time or a moment, with the native picker; a date of another format is a text field. */
export function TimeEditor(props: EditorProps) {
  const { field, value, onChange, onLeave, control, disabled } = props;
  const isHydrated = useIsHydrated();
  const written = useContext(InputFormatContext);
  // Without a script, the server parses the posted value, in UTC.
  const timeZone = written?.timeZone ?? (isHydrated ? undefined : 'UTC');
  // A moment that can't be shown is preserved until another is chosen.
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  if (field.type === 'date' && dateFormatOf(field) !== 'YYYY-MM-DD') {
    const format = dateFormatOf(field);
    return <LineEditor {...props} field={{ ...field, placeholder: field.placeholder ?? format }} />;
  }
  const type = field.type === 'date' || field.type === 'time' ? field.type : 'datetime';
  const isUnfinished = value === UNFINISHED;
  const text = isUnfinished ? '' : valueToText(value);
  const isLocal = type === 'datetime' && isLocalTime(text);
  const known = type === 'datetime' && !isLocal ? toLocalDateTime(text, timeZone) : text;
  const canBeShown = text === '' || isLocal || timeSortKey(field, text) !== null;
  if (!canBeShown) return <LineEditor {...props} />;
  const take = (next: string, isPart: boolean) => {
    const whole = textToValue(type === 'datetime' ? momentOrText(next, timeZone) : next);
    const taken = isPart ? UNFINISHED : whole;
    setTyped({ text: next, value: taken });
    onChange(taken);
  };
  /** A part that is typed into an empty picker, or taken out of it, changes nothing that the browser reports. */
  const takePart = ({ value: next, validity }: HTMLInputElement) => {
    if (next === '' && validity.badInput !== isUnfinished) take(next, validity.badInput);
  };
  const choices = isLocal ? (findAmbiguity(field, text, { ...written, timeZone })?.choices ?? []) : [];
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
        onChange={({ target }) => take(target.value, target.validity.badInput)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') takePart(currentTarget);
        }}
        onBlur={({ currentTarget }) => {
          takePart(currentTarget);
          onLeave?.();
        }}
      />
      {type === 'datetime' && written && (
        <div className={notes.note}>
          <FormattedMessage id="fields.time_zone" values={{ zone: nameOf(timeZone) }} />
        </div>
      )}
      {choices.length > 0 && (
        <AmbiguityPrompt
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
