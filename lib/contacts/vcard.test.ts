import { expect, test } from 'vitest';
import { parseVcards, writeVcard } from './vcard.ts';
import { contactOfVcard, vcardOfContact } from './vcard-contact.ts';

const cardsOf = (text: string) => [...parseVcards(text.split(/\r\n|\n/))];
const onlyCard = (text: string) => {
  const [card] = cardsOf(text);
  if (!card) throw new Error('there is no card');
  return card;
};

const CARD_2_1 = `BEGIN:VCARD
VERSION:2.1
N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg
FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:J=F6rg M=
=FCller
TEL;HOME;VOICE:030 123
TEL;PREF;CELL:+49 170 1
X-SKYPE:jm
END:VCARD`;

const CARD_4 = `BEGIN:VCARD
VERSION:4.0
FN:Ada Lovelace
N:Lovelace;Ada;;;
item1.EMAIL;TYPE=work:ada@example.org
item1.X-ABLabel:Office
TITLE:Engineer\\, first
ORG:Analytical Engines;Notes
ADR;LABEL="1 St James; London":;;1 St James;London;;;UK
NOTE:Line one\\nline
  two
END:VCARD`;

test('reads a card of version 2.1 with quoted-printable in two character sets', () => {
  expect(contactOfVcard(onlyCard(CARD_2_1))).toEqual({ name: 'Jörg Müller', contact_number: '+49 170 1' });
});

test('reads a card of version 4.0 with folded lines, groups and quoted parameters', () => {
  expect(contactOfVcard(onlyCard(CARD_4))).toEqual({
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    occupation: 'Engineer, first',
    company_name: 'Analytical Engines, Notes',
    address: '1 St James, London, UK',
    about: 'Line one\nline two',
  });
});

test('gives a card back with each of its properties, and only changed values replaced', () => {
  const card = onlyCard(CARD_4);
  expect(onlyCard(vcardOfContact(contactOfVcard(card), card))).toEqual(card);
  const changed = onlyCard(vcardOfContact({ ...contactOfVcard(card), email: 'al@example.org' }, card));
  expect(changed.properties).toEqual(
    card.properties.map((one) => (one.name === 'EMAIL' ? { ...one, value: 'al@example.org' } : one)),
  );
});

test('folds lines to 75 octets and never inside of a character', () => {
  const name = 'ä€😀'.repeat(40);
  const text = vcardOfContact({ name }, null);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(contactOfVcard(onlyCard(text)).name).toBe(name);
});

test('reads what is there of a card that is cut off, and leaves out a card inside of another', () => {
  expect(
    cardsOf('BEGIN:VCARD\nFN:A\nAGENT:\nBEGIN:VCARD\nFN:B\nEND:VCARD\nEND:VCARD\nBEGIN:VCARD\nFN:C'),
  ).toMatchObject([{ properties: [{ value: 'A' }, { name: 'AGENT' }] }, { properties: [{ value: 'C' }] }]);
  expect(writeVcard({ version: '4.0', properties: [] })).toBe('BEGIN:VCARD\r\nVERSION:4.0\r\nEND:VCARD\r\n');
});
