import { loadEmailParser } from '#lib/fields/email-address.ts';
import '#lib/fields/pattern.ts';
import { loadPhoneData } from '#lib/fields/phone-data.ts';
import { loadAddressParser } from '#lib/fields/web-address.ts';

/** All that is known of values, at once: for the server. The page of a form loads it with the fields that need it. */
export function loadParsers(): void {
  loadPhoneData();
  loadAddressParser();
  loadEmailParser();
}
