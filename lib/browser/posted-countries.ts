import { phoneInCountry } from '#lib/fields/phone-text.ts';
import { POSTED_NAMES } from './posted-submission.ts';

/**
 * Entries of a form that was posted without a script, in which a country may have been chosen beside each phone number:
 * its numbers are written with the country's code, unless that is the country in which they are read anyway.
 * @param usual ISO 3166-1 alpha-2, in which numbers without a country's code are read
 */
export function applyPostedCountries<File>(
  entries: readonly (readonly [name: string, value: string | File])[],
  usual: string | null,
): (readonly [name: string, value: string | File])[] {
  const chosen = new Map<string, string[]>();
  for (const [name, country] of entries) {
    if (!name.startsWith(POSTED_NAMES.country) || typeof country !== 'string') continue;
    const path = name.slice(POSTED_NAMES.country.length);
    chosen.set(path, [...(chosen.get(path) ?? []), country]);
  }
  if (chosen.size === 0) return [...entries];
  return entries.map(([name, value]) => {
    if (typeof value !== 'string') return [name, value];
    // Several numbers share their name, and so do their countries: in the same order.
    const country = chosen.get(name)?.shift();
    return [name, country && country !== usual ? phoneInCountry(value, country) : value];
  });
}
