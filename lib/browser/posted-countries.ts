import type { PostedFormEntry } from '#lib/fields/from-form-data.ts';
import { isCountryCode } from '#lib/fields/phone-countries.ts';
import { POSTED_NAMES } from './posted-submission.ts';

/**
 * Entries of a form that was posted without JavaScript, each with the country that was chosen for it, unless
 * that is the default country.
 * @param usual ISO 3166-1 alpha-2, for numbers without a country's code
 */
export function withPostedCountries<File>(
  entries: readonly (readonly [name: string, value: string | File])[],
  usual: string | null,
): PostedFormEntry<File>[] {
  const chosen = new Map<string, string[]>();
  for (const [name, country] of entries) {
    if (!name.startsWith(POSTED_NAMES.country)) continue;
    const path = name.slice(POSTED_NAMES.country.length);
    // An invalid country keeps its position, so that the others keep theirs.
    const code = isCountryCode(country) ? country : '';
    const known = chosen.get(path);
    if (known) known.push(code);
    else chosen.set(path, [code]);
  }
  if (chosen.size === 0) return [...entries];
  const places = new Map<string, number>();
  return entries.map(([name, value]) => {
    // Several numbers have the same name, and so have their countries: in the same order.
    const place = places.get(name) ?? 0;
    places.set(name, place + 1);
    const country = chosen.get(name)?.[place] ?? '';
    return [name, value, country === usual ? '' : country];
  });
}
