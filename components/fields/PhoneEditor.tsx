'use no memo';

import { ChevronDown } from 'lucide-react';
import { use, useState } from 'react';
import { Input } from '#components/ui/control.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { POSTED_NAMES } from '#lib/browser/posted-submission.ts';
import { loadPhoneData, WORLD_PHONE_DATA } from '#lib/fields/phone-data.ts';
import { parsePhone, STORED_PHONE } from '#lib/fields/phone-number.ts';
import { normalizePhoneText, phoneInCountry } from '#lib/fields/phone-text.ts';
import { countryName } from '#lib/text/country.ts';
import { type EditorProps, textToValue, valueToText } from './editor-props.ts';
import { useIntl } from './field-messages.ts';
import styles from './PhoneEditor.module.css';
import { PhoneCountryContext } from './phone-country.ts';

// Loaded with the first phone field of a page; from then on numbers are validated with it.
loadPhoneData();

const CODES = new Map(WORLD_PHONE_DATA.countries().map(({ country, code }) => [country, code]));

const named = new Map<string, readonly { country: string; name: string }[]>();

/** All countries by their names in a language. */
function countriesIn(language: string) {
  const known = named.get(language);
  if (known) return known;
  const made = [...CODES.keys()]
    .map((country) => ({ country, name: countryName(country, language) }))
    .sort((left, right) => left.name.localeCompare(right.name, language));
  named.set(language, made);
  return made;
}

const optionOf = ({ country, name }: { country: string; name: string }) => (
  // The browser and the server may have different names of a country.
  <option key={country} value={country} suppressHydrationWarning>
    {`${name} (+${CODES.get(country)})`}
  </option>
);

/** The country of an international number, also while it is typed; null for a number without a calling code. */
function countryWritten(text: string, before: string): string | null {
  const plain = normalizePhoneText(text).replace(/[^+0-9]/g, '');
  if (!plain.startsWith('+')) return null;
  const read = parsePhone(text, null);
  const country = read.ok ? WORLD_PHONE_DATA.countryOf(read.number) : null;
  if (country) return country;
  // Several countries share a calling code: the one that was shown stays.
  const isOf = (code: string) => plain.startsWith(`+${code}`);
  if (isOf(CODES.get(before) ?? '-')) return before;
  return [...CODES].find(([, code]) => isOf(code))?.[0] ?? '';
}

/** The same number with another country's calling code. */
function withCode(text: string, from: string, to: string): string {
  const code = CODES.get(to);
  const old = CODES.get(from);
  const plain = normalizePhoneText(text);
  return code && old && plain.startsWith(`+${old}`) ? `+${code}${plain.slice(old.length + 1)}` : text;
}

/** A stored number is easier to read with blanks: `+41 44 668 18 00`. */
const spaced = (text: string): string =>
  STORED_PHONE.test(text) ? WORLD_PHONE_DATA.international(text) : text;

/**
 * A phone number with a select for its country, initially the form's: a number of that country needs no calling code.
 * It stays as typed where the caller stores the country with it; otherwise the calling code is added on blur.
 */
export function PhoneEditor({
  field,
  value,
  country: storedCountry,
  onChange,
  onLeave,
  control,
  disabled,
}: EditorProps) {
  const intl = useIntl();
  const isHydrated = useIsHydrated();
  const usual = use(PhoneCountryContext) ?? '';
  const [chosen, setChosen] = useState(storedCountry || usual);
  const [typed, setTyped] = useState<string | null>(null);
  const [before] = useState(value);
  const text = typed ?? (value === before ? spaced(valueToText(value)) : valueToText(value));
  const country = countryWritten(text, chosen) ?? chosen;
  const label = intl.formatMessage({ id: 'fields.country' }, { label: control['aria-label'] ?? field.label });
  const give = (next: string, of: string) => {
    const other = of === usual ? '' : of;
    if (storedCountry === undefined) onChange(textToValue(of === '' ? next : phoneInCountry(next, of)));
    else onChange(textToValue(next), other);
  };
  const code = CODES.get(country);
  const all = countriesIn(intl.language);
  return (
    <div className={styles.box} dir="ltr">
      <div className={styles.country} data-live={isHydrated || undefined}>
        {/* Only a script can keep the calling code in sync with the chosen country. */}
        {isHydrated && <span aria-hidden>{code ? `+${code}` : '+'}</span>}
        {isHydrated && <ChevronDown aria-hidden size={14} strokeWidth={1.75} />}
        <select
          name={`${POSTED_NAMES.country}${control.name}`}
          aria-label={label}
          disabled={disabled}
          value={country}
          onChange={({ target }) => {
            const isWritten = countryWritten(text, country) !== null;
            const next = isWritten ? withCode(text, country, target.value) : text;
            setChosen(target.value);
            if (isWritten) setTyped(null);
            if (text !== '') give(next, isWritten ? '' : target.value);
          }}
        >
          {all.filter(({ country }) => country === usual).map(optionOf)}
          <option value="">{intl.formatMessage({ id: 'fields.no_country' })}</option>
          {usual !== '' && <hr />}
          {all.filter(({ country }) => country !== usual).map(optionOf)}
        </select>
      </div>
      <Input
        type="tel"
        inputMode="tel"
        dir="ltr"
        autoComplete="tel"
        placeholder={field.placeholder}
        {...control}
        disabled={disabled}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          give(target.value, countryWritten(target.value, chosen) === null ? chosen : '');
        }}
        onBlur={() => {
          setTyped(null);
          onLeave?.();
        }}
      />
    </div>
  );
}
