import { loadEmailParser } from '#lib/fields/email-address.ts';
import '#lib/fields/formula-more.ts';
import '#lib/fields/pattern.ts';
import { loadPhoneData } from '#lib/fields/phone-data.ts';
import { loadAddressParser } from '#lib/fields/web-address.ts';

/** All parsers together: for the server. The page of a form loads them with the fields that need them. */
export function loadParsers(): void {
  loadPhoneData();
  loadAddressParser();
  loadEmailParser();
}
