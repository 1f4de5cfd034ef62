import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { WORLD_PHONE_DATA } from '#lib/fields/phone-data.ts';
import { countryName } from '#lib/text/country.ts';
import { Select } from './control.ts';

type Props = {
  id: string;
  'aria-describedby'?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  value: string | null;
  onChange(country: string | null): void;
};

/** A country with a known calling code, or none. */
export function CountrySelect({ value, onChange, ...control }: Props) {
  const { locale } = useIntl();
  const countries = useMemo(
    () =>
      WORLD_PHONE_DATA.countries()
        .map(({ country, code }) => ({ country, code, name: countryName(country, locale) }))
        .sort((left, right) => left.name.localeCompare(right.name, locale)),
    [locale],
  );
  return (
    <Select {...control} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
      <FormattedMessage id="country.none">{(text) => <option value="">{text}</option>}</FormattedMessage>
      {countries.map(({ country, code, name }) => (
        // The browser and the server may have different names of a country.
        <option key={country} value={country} suppressHydrationWarning>{`${name} (+${code})`}</option>
      ))}
    </Select>
  );
}
