import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import { parsePhone, phoneData, STORED_PHONE } from '#lib/fields/phone-number.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import { readPath, valueAt } from '#lib/fields/value-path.ts';

/**
 * The country by which a text is parsed as a stored number: the default one (`''`), another one, or none
 * (null). Countries with one code (`+1`, `+44`) parse most texts alike: then it makes no difference which of
 * them was chosen.
 */
function countryTypedIn(text: string, stored: string, usual: string | null): string | null {
  const isReadIn = (country: string | null) => {
    const read = parsePhone(text, country);
    return read.ok && read.number === stored;
  };
  if (isReadIn(usual)) return '';
  const data = phoneData();
  const own = data?.countryOf(stored) ?? null;
  if (own && isReadIn(own)) return own;
  const other = data
    ?.countries()
    .find(({ country, code }) => stored.startsWith(`+${code}`) && isReadIn(country));
  return other?.country ?? null;
}

/**
 * What was typed for the values of a submission, so that it can be shown and sent once more: phone numbers
 * with their country. A number that would be parsed as another one by now is omitted: it is shown as it is
 * stored.
 * @param usual the form's current country
 */
export function restoreTypedTexts(
  { data, typed }: { data: unknown; typed: TypedTexts | null },
  usual: string | null,
): { typed: TypedTexts; countries: PhoneCountries } {
  const texts: [string, string][] = [];
  const countries: [string, string][] = [];
  for (const [path, text] of Object.entries(typed ?? {})) {
    const steps = readPath(path);
    const stored = steps && valueAt(data, steps);
    const isPhone = typeof stored === 'string' && STORED_PHONE.test(stored);
    const country = isPhone ? countryTypedIn(text, stored, usual) : '';
    if (country === null) continue;
    texts.push([path, text]);
    if (country !== '') countries.push([path, country]);
  }
  return { typed: Object.fromEntries(texts), countries: Object.fromEntries(countries) };
}
