'use no memo';

import { useContext, useState } from 'react';
import { Input } from '#components/ui/control.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { numberMarks, numberText, readNumber } from '#lib/fields/number-text.ts';
import { loadUnclearReader } from '#lib/fields/unclear-reader.ts';
import { unclearText } from '#lib/fields/unclear-text.ts';
import styles from './Clarify.module.css';
import { Clarify } from './Clarify.tsx';
import { asText, type EditorProps } from './editor-props.ts';
import { useIsLive } from './use-record.ts';
import { FormattedMessage } from './words.ts';
import { WrittenInContext } from './written-in.ts';

loadUnclearReader(unclearText);

/** Some phones' number pads have no minus. */
function isNeverNegative({ rules = [] }: FieldDefinition): boolean {
  return rules.some(
    ({ rule, value }) => (rule === 'min' || rule === 'equal') && typeof value === 'number' && value >= 0,
  );
}

/** The number, or the very text where it is none, or not clearly one: checking it says so. */
function readValue(text: string, locale: string): number | string | undefined {
  if (text === '') return undefined;
  const reading = readNumber(text, numberMarks(locale));
  return reading.kind === 'number' ? reading.number : text;
}

/** Whether a text shows by itself which number it is: one mark before three digits does not, and "5 €" is more than one. */
function isPlainly(text: string, number: number, locale: string): boolean {
  const shown = text.trim();
  const { decimal } = numberMarks(locale);
  const [whole = '', fraction] = shown.split(decimal);
  const short = fraction === undefined ? whole : `${whole}.${fraction}`;
  const isSame = /^-?(?:\d+\.?\d*|\.\d+)$/.test(short) && Number(short) === number;
  return isSame && readNumber(shown).kind !== 'ambiguous';
}

/** What a page of its own tells of numbers where no script can: how they are written here. */
const EXAMPLE = 12_345.6;

/** A number is typed as text, in the locale of its page: what was typed stays, and how it is read is shown under it. */
export function NumberEditor({ field, value, onChange, onLeave, control, disabled }: EditorProps) {
  const isLive = useIsLive();
  const written = useContext(WrittenInContext);
  const locale = written?.locale ?? 'en';
  const textOf = (one: unknown) => (typeof one === 'number' ? numberText(one, locale) : asText(one));
  const [typed, setTyped] = useState(() => textOf(value));
  const shown = Object.is(readValue(typed, locale), value) ? typed : textOf(value);
  const choices = unclearText(field, value, { locale })?.choices ?? [];
  const take = (text: string) => {
    setTyped(text);
    onChange(readValue(text, locale));
  };
  return (
    <>
      <Input
        type="text"
        dir="ltr"
        inputMode={isNeverNegative(field) ? 'decimal' : undefined}
        autoComplete="off"
        placeholder={field.placeholder}
        {...control}
        disabled={disabled}
        value={shown}
        onChange={({ target }) => take(target.value)}
        onBlur={onLeave}
      />
      {isLive && typeof value === 'number' && !isPlainly(shown, value, locale) && (
        <div className={styles.note} role="status">
          <FormattedMessage id="fields.read_as" values={{ value: numberText(value, locale) }} />
        </div>
      )}
      {!isLive && written && (
        <div className={styles.note} data-noscript hidden>
          <FormattedMessage
            id="fields.number_example"
            values={{ value: new Intl.NumberFormat(locale).format(EXAMPLE) }}
          />
        </div>
      )}
      {choices.length > 0 && (
        <Clarify
          field={field}
          control={control}
          choices={choices}
          disabled={disabled}
          onChoose={({ text }) => {
            take(text);
            document.getElementById(control.id)?.focus();
          }}
        />
      )}
    </>
  );
}
