import { parseAddress } from '#lib/fields/address-parser.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { parseEmail } from '#lib/fields/email-parser.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import { parsePhone } from '#lib/fields/phone-number.ts';

/**
 * International numbers (ITU-T E.164: 7 to 15 digits), with the usual separators and perhaps an extension: as far as a
 * schema can express it.
 */
export const PHONE = '^\\+[ (]?[1-9](?:[ ().-]{0,2}[0-9]){6,14}(?: ?(?:x|;ext=|ext\\. ?)[0-9]{1,7})?$';

export const storedPhone = (text: string, country: string | null): string | null => {
  const read = parsePhone(text, country);
  return read.ok ? read.number : null;
};

export const storedAddress = (text: string): string | null => {
  const read = parseAddress(text);
  return read.ok ? read.address : null;
};

const STORED: Partial<Record<FieldType, (text: string, country: string | null) => string | null>> = {
  email: parseEmail,
  phone: storedPhone,
  url: storedAddress,
};

/** A value, or each of a list, in the form in which it is stored; unchanged where it is invalid. */
export function normalizeStoredValue(
  { type }: Pick<FieldDefinition, 'type'>,
  value: unknown,
  country: string | null,
): unknown {
  const read = STORED[type];
  if (!read) return value;
  const stored = (one: unknown) => (typeof one === 'string' ? (read(one, country) ?? one) : one);
  return Array.isArray(value) ? value.map(stored) : stored(value);
}
