'use no memo';

import { useContext, useState } from 'react';
import { Input } from '#components/ui/control.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { setAmbiguityReader } from '#lib/fields/ambiguity-reader.ts';
import { findAmbiguity } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { formatNumber, numberMarks, parseNumber } from '#lib/fields/number-text.ts';
import styles from './AmbiguityPrompt.module.css';
import { AmbiguityPrompt } from './AmbiguityPrompt.tsx';
import { type EditorProps, valueToText } from './editor-props.ts';
import { FormattedMessage } from './field-messages.ts';
import { InputFormatContext } from './input-format.ts';

setAmbiguityReader(findAmbiguity);

/** Some phones' number pads have no minus sign. */
function isNeverNegative({ rules = [] }: FieldDefinition): boolean {
  return rules.some(
    ({ rule, value }) => (rule === 'min' || rule === 'equal') && typeof value === 'number' && value >= 0,
  );
}

/** The number, or the typed text if it is invalid or ambiguous: validation then reports it. */
function readValue(text: string, locale: string): number | string | undefined {
  if (text === '') return undefined;
  const reading = parseNumber(text, numberMarks(locale));
  return reading.kind === 'number' ? reading.number : text;
}

/**
 * Whether the text shows unambiguously which number it is: not with one separator before three digits, nor with more
 * than a number, as in "5 €".
 */
function isPlainly(text: string, number: number, locale: string): boolean {
  const shown = text.trim();
  const { decimal } = numberMarks(locale);
  const [whole = '', fraction] = shown.split(decimal);
  const short = fraction === undefined ? whole : `${whole}.${fraction}`;
  const isSame = /^-?(?:\d+\.?\d*|\.\d+)$/.test(short) && Number(short) === number;
  return isSame && parseNumber(shown).kind !== 'ambiguous';
}

/** An example of the number format, shown on pages without scripts. */
const EXAMPLE = 12_345.6;

/**
 * A number typed as text, in the locale of its page: the text stays as typed, and the parsed number is shown under it.
 */
export function NumberEditor({ field, value, onChange, onLeave, control, disabled }: EditorProps) {
  const isHydrated = useIsHydrated();
  const written = useContext(InputFormatContext);
  const locale = written?.locale ?? 'en';
  const textOf = (one: unknown) => (typeof one === 'number' ? formatNumber(one, locale) : valueToText(one));
  const [typed, setTyped] = useState(() => textOf(value));
  const shown = Object.is(readValue(typed, locale), value) ? typed : textOf(value);
  const choices = findAmbiguity(field, value, { locale })?.choices ?? [];
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
      {isHydrated && typeof value === 'number' && !isPlainly(shown, value, locale) && (
        <div className={styles.note} role="status">
          <FormattedMessage id="fields.read_as" values={{ value: formatNumber(value, locale) }} />
        </div>
      )}
      {!isHydrated && written && (
        <div className={styles.note} data-noscript hidden>
          <FormattedMessage
            id="fields.number_example"
            values={{ value: new Intl.NumberFormat(locale).format(EXAMPLE) }}
          />
        </div>
      )}
      {choices.length > 0 && (
        <AmbiguityPrompt
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
