import fc from 'fast-check';
import { getCountries, getCountryCallingCode, parsePhoneNumberWithError } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/min/metadata';
import { expect, it } from 'vitest';
import { parseSimplePhone } from './simple-phone.ts';

const CODES = [...new Set(getCountries(metadata).map((country) => getCountryCallingCode(country, metadata)))];

/** What libphonenumber stores of a text; null where it is no possible number. */
function byLibrary(text: string): string | null {
  try {
    const found = parsePhoneNumberWithError(text, { extract: false }, metadata);
    return found.isPossible() ? found.number : null;
  } catch {
    return null;
  }
}

const international = fc
  .tuple(
    fc.oneof(fc.constantFrom(...CODES), fc.stringMatching(/^[1-9]\d{0,2}$/)),
    fc.stringMatching(/^\d{1,14}$/),
    fc.array(fc.nat({ max: 12 }), { maxLength: 3 }),
  )
  .map(([code, digits, blanks]) => {
    let text = digits;
    for (const at of blanks) text = `${text.slice(0, at)} ${text.slice(at)}`;
    return `+${code} ${text}`.replace(/ +/g, ' ').trim();
  });

it('reads an international number as the whole rules do, where it reads one', () => {
  fc.assert(
    fc.property(international, (text) => {
      const number = parseSimplePhone(text);
      if (number !== null) expect(number).toBe(byLibrary(text));
    }),
    { numRuns: 3_000 },
  );
});

it.each([
  ['+49 40 1234567', '+49401234567'],
  ['+33 1 23 45 67 89', '+33123456789'],
  ['+436641234567', '+436641234567'],
])('knows %s', (text, number) => expect(parseSimplePhone(text)).toBe(number));

it.each([
  '+49 040 1234567',
  '+1 415 555 2671',
  '+49 (40) 123456',
  '+49  40 123456',
  '040 123456',
  '+49 1',
  '+5491123456789',
])('leaves %s to the whole rules', (text) => expect(parseSimplePhone(text)).toBeNull());
