import { type CardValue, FURTHER_PROPERTIES } from '#lib/contract/contacts.ts';
import { splitExtension, withExtension } from '#lib/fields/phone-extension.ts';
import { isUnread } from './unread-values.ts';
import { unescapeVcard, type Vcard, vcardParts } from './vcard.ts';

const FURTHER_MAX = 50;
const VALUE_MAX = 1_000;
const STRUCTURED = new Set<string>(['ADR', 'ORG']);
const NO_KIND = /^(?:pref|internet|voice)$/i;

/** A value as it is compared: a number in any writing, with its extension, a text in any letters. */
function comparable(property: string, value: string): string {
  const { number, extension } = splitExtension(property === 'TEL' ? value.trim() : '');
  const digits = number.replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits === '' ? value.trim().toLowerCase() : withExtension(digits, extension);
}

/** The further values of a person: those of the card that no column of the list shows. @param shown what columns show */
export function furtherValues({ properties, version }: Vcard, shown: readonly string[]): CardValue[] {
  const known = new Set(shown.flatMap((text) => [comparable('TEL', text), comparable('', text)]));
  const found: CardValue[] = [];
  for (const one of properties) {
    const { name, params, value, group } = one;
    const property = FURTHER_PROPERTIES.find((listed) => listed === name);
    if (!property || found.length >= FURTHER_MAX) continue;
    const text = STRUCTURED.has(name)
      ? vcardParts(value, version)
          .filter((part) => part !== '')
          .join(', ')
      : unescapeVcard(value, version)
          .trim()
          .replace(/^(?:tel|mailto):/i, '');
    const key = comparable(property, text);
    if (text === '' || known.has(key)) continue;
    known.add(key);
    const label = properties.find(
      (other) => group !== null && other.group === group && other.name === 'X-ABLABEL',
    );
    const types = params.flatMap((param) =>
      param.name === 'TYPE' ? param.value.replaceAll('"', '').split(',') : [],
    );
    const kind =
      label?.value.replace(/^_\$!<(.*)>!\$_$/, '$1') ??
      types
        .filter((type) => !NO_KIND.test(type))
        .join(', ')
        .toLowerCase();
    found.push({
      ...{ property, kind: kind.slice(0, VALUE_MAX), value: text.slice(0, VALUE_MAX) },
      ...(isUnread(one) ? { unread: true as const } : {}),
    });
  }
  return found;
}
