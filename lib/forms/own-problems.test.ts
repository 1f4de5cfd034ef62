import { expect, test } from 'vitest';
import { FILL_SOURCE } from '#locales/fill/source.ts';
import { placesIn } from './own-messages.ts';
import { OWN_PLACES } from './own-places.ts';
import { ownProblems } from './own-problems.ts';
import { RECEIPT_SOURCE } from './receipt-messages.ts';

test('knows every message of the page, and its places', () => {
  const all = Object.entries<string>({ ...FILL_SOURCE, ...RECEIPT_SOURCE });
  const places = Object.fromEntries(all.map(([id, text]) => [id, [...(placesIn(text) ?? [])]]));
  expect(OWN_PLACES).toEqual(places);
});

const [counted = '', [place = ''] = []] =
  Object.entries(OWN_PLACES).find(([, names]) => names.length === 1) ?? [];
const of = (id: string, text: string) => Object.values(ownProblems({ ja: { [`own.${id}`]: text } })).flat();

test('says which place a message needs, and which it doesn’t know', () => {
  expect(of(counted, 'x')).toEqual([`The message ${counted} (ja) needs {${place}}`]);
  expect(of(counted, `{${place}} {oops}`)).toEqual([
    `The message ${counted} (ja) doesn’t know {oops}. Its places are {${place}}`,
  ]);
  expect(of('fill.next', '{oops}')).toEqual([
    'The message fill.next (ja) doesn’t know {oops}. It has no places',
  ]);
  expect(of(counted, `{${place}`)).toEqual([
    `The message ${counted} (ja) has braces that are no place. Its places are {${place}}`,
  ]);
});

test('finds nothing wrong with fitting, empty and unknown messages', () => {
  const words = {
    title: '{x}',
    'own.fill.next': '次へ',
    [`own.${counted}`]: `{${place}}`,
    'own.constructor': '{x}',
    'own.gone.message': '{x}',
  };
  expect(ownProblems({ ja: words, de: { 'own.fill.next': ' ' } })).toEqual({});
});
