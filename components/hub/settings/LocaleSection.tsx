import { useId, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { SelectField, TextField } from '#components/ui/Field.tsx';
import { Columns, Section } from '#components/ui/Section.tsx';
import { isTimeZone } from '#lib/fields/local-date-time.ts';
import { currenciesWith } from '#lib/text/currency.ts';
import { isLocale } from '#lib/text/locale.ts';

/** Suggested locales; any other can be typed as its tag. */
const LOCALES = [
  'ar',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IN',
  'en-US',
  'es-ES',
  'es-MX',
  'fi-FI',
  'fr-CA',
  'fr-CH',
  'fr-FR',
  'hi-IN',
  'it-CH',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ru-RU',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'zh-CN',
];

type Typed = { locale: string; time_zone: string };

/** The problems of the typed values; empty values are valid. */
export function localeProblems(
  { locale, time_zone }: Typed,
  messageOf: (problem: 'locale_wrong' | 'time_zone_wrong') => string,
): Record<keyof Typed, string | null> {
  return {
    locale: locale.trim() === '' || isLocale(locale.trim()) ? null : messageOf('locale_wrong'),
    time_zone: time_zone.trim() === '' || isTimeZone(time_zone.trim()) ? null : messageOf('time_zone_wrong'),
  };
}

const NUMBER = 12_345.6;

/** Examples of formatted numbers, dates and times for the typed values; null where they are invalid. */
function exampleOf({ locale, time_zone }: Typed): string | null {
  const tag = locale.trim() || 'en';
  const timeZone = time_zone.trim() || undefined;
  if (!isLocale(tag) || (timeZone && !isTimeZone(timeZone))) return null;
  const now = new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeStyle: 'short', timeZone });
  return `${new Intl.NumberFormat(tag).format(NUMBER)} · ${now.format(new Date())}`;
}

type Bound = Omit<Parameters<typeof TextField>[0], 'label'>;
type Props = {
  locale: Bound;
  timeZone: Bound;
  values: Typed;
  currency: string;
  onCurrency: (currency: string) => void;
};

/** A hub's format of numbers and dates, its time zone and its currency. */
export function LocaleSection({ locale, timeZone, values, currency, onCurrency }: Props) {
  const intl = useIntl();
  const id = useId();
  const names = useMemo(() => new Intl.DisplayNames([intl.locale], { type: 'language' }), [intl.locale]);
  const currencies = useMemo(() => new Intl.DisplayNames([intl.locale], { type: 'currency' }), [intl.locale]);
  const example = exampleOf(values);
  const own = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Section
      title={<FormattedMessage id="hub_settings.region" />}
      text={<FormattedMessage id="hub_settings.region_text" />}
    >
      <Columns>
        <TextField
          {...locale}
          label={<FormattedMessage id="hub_settings.locale" />}
          help={<FormattedMessage id="hub_settings.locale_help" />}
          list={`${id}-locales`}
          placeholder={own.locale}
          autoComplete="off"
          spellCheck={false}
          suppressHydrationWarning
        />
        <TextField
          {...timeZone}
          label={<FormattedMessage id="hub_settings.time_zone" />}
          help={<FormattedMessage id="hub_settings.time_zone_help" />}
          list={`${id}-zones`}
          placeholder={own.timeZone}
          autoComplete="off"
          spellCheck={false}
          suppressHydrationWarning
        />
      </Columns>
      {example && (
        <p suppressHydrationWarning>
          <FormattedMessage id="hub_settings.region_example" values={{ example }} />
        </p>
      )}
      <SelectField
        label={<FormattedMessage id="hub_settings.currency" />}
        help={<FormattedMessage id="hub_settings.currency_help" />}
        value={currency}
        onChange={({ target }) => onCurrency(target.value)}
      >
        {currenciesWith(currency).map((code) => (
          <option key={code} value={code} suppressHydrationWarning>
            {`${code} – ${currencies.of(code) ?? code}`}
          </option>
        ))}
      </SelectField>
      <datalist id={`${id}-locales`}>
        {LOCALES.map((tag) => (
          <option key={tag} value={tag}>
            {names.of(tag)}
          </option>
        ))}
      </datalist>
      <datalist id={`${id}-zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Section>
  );
}
