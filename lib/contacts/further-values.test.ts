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
