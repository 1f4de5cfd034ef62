import { expect, test } from 'vitest';
import { furtherValues } from './further-values.ts';
import { parseVcards } from './vcard.ts';

test('are those that no column shows, with their kinds', () => {
  const [card] = parseVcards([
    ...[
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Ada',
      'EMAIL:ADA@example.org',
      'EMAIL;TYPE=INTERNET,HOME:al@example.org',
    ],
    ...['TEL:030 123', 'item1.TEL:+49 30 456', 'item1.X-ABLABEL:_$!<Boat>!$_', 'BDAY:1815-12-10'],
    ...[
      'CATEGORIES:Friends,Work',
      'ADR:;;Main\\, 1;Rome;;;',
      'PHOTO;ENCODING=b:AAAA',
      'X-OTHER:1',
      'END:VCARD',
    ],
  ]);
  if (!card) throw new Error('no card');
  const shown = ['Ada', 'ada@example.org', '030123'];
  expect(furtherValues(card, shown).map(({ property, kind, value }) => [property, kind, value])).toEqual([
    ['EMAIL', 'home', 'al@example.org'],
    ['TEL', 'Boat', '+49 30 456'],
    ['BDAY', '', '1815-12-10'],
    ['CATEGORIES', '', 'Friends,Work'],
    ['ADR', '', 'Main, 1, Rome'],
  ]);
});

test('are numbers of other extensions, and not the same one in another writing', () => {
  const numbers = ['+49 30 12345', '+49 30 1234 ext. 5', '+49 30 1234;ext=5', '+49 30 1234x6'];
  const [card] = parseVcards([
    ...['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ada'],
    ...numbers.map((number) => `TEL:${number}`),
    'END:VCARD',
  ]);
  if (!card) throw new Error('no card');
  const valuesBeside = (shown: string) => furtherValues(card, [shown]).map(({ value }) => value);
  expect(valuesBeside('+49301234x5')).toEqual(['+49 30 12345', '+49 30 1234x6']);
  expect(valuesBeside('+493012345')).toEqual(['+49 30 1234 ext. 5', '+49 30 1234x6']);
});
