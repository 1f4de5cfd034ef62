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

test.each([
  ['+49 (30) 123 45 67', '+49301234567', true],
  ['0049 (0)30 1234567', '+49301234567', true],
  ['030/123 45 67', '+49301234567', true],
  ['030/123 45 67', '+49301234568', false],
  ['+43 30 1234567', '+49301234567', false],
  ['4567', '+49301234567', false],
])(
  'writes a number of a card as it stood there while it is the same: %s and %s',
  (written, stored, isSame) => {
    const card = { version: '3.0', properties: [{ group: null, name: 'TEL', params: [], value: written }] };
    const { properties } = onlyCard(vcardOfContact({ contact_number: stored }, card));
    expect(properties.find(({ name }) => name === 'TEL')?.value).toBe(isSame ? written : stored);
  },
);

test.each([
  ['+49 30 90182012', '+4930901820x12', '+4930901820 ext. 12'],
  ['+49 30 901820 ext. 12', '+493090182012', '+493090182012'],
  ['030 901820 x12', '+4930901820x13', '+4930901820 ext. 13'],
  ['030 901820 Durchwahl 12', '+4930901820x12', '030 901820 Durchwahl 12'],
  ['+49 30 901820\u00a0ext.\u00a012', '+4930901820x12', '+49 30 901820\u00a0ext.\u00a012'],
])(
  'writes another number than the one of a card where its extension differs: %j and %s',
  (written, stored, expected) => {
    const card = { version: '3.0', properties: [{ group: null, name: 'TEL', params: [], value: written }] };
    const { properties } = onlyCard(vcardOfContact({ contact_number: stored }, card));
    expect(properties.find(({ name }) => name === 'TEL')?.value).toBe(expected);
  },
);

test.each([
  ['VALUE=uri', '+4930901820x13', 'TEL;TYPE=work;VALUE=uri:tel:+4930901820;ext=13'],
  ['VALUE="URI"', '+4930901820', 'TEL;TYPE=work;VALUE="URI":tel:+4930901820'],
  ['VALUE=text', '+4930901820x13', 'TEL;TYPE=work;VALUE=text:+4930901820 ext. 13'],
  ['VALUE=uri', 'front desk', 'TEL;TYPE=work:front desk'],
])('writes a changed number as its card says it is written: %s, %s', (param, stored, line) => {
  const text = `BEGIN:VCARD\nVERSION:4.0\nFN:A\nTEL;TYPE=work;${param}:tel:+49-30-901820;ext=12\nEND:VCARD`;
  const written = vcardOfContact({ name: 'A', contact_number: stored }, onlyCard(text));
  expect(written).toContain(`\r\n${line}\r\n`);
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

const PHOTO = 'iVBORw0KGgo/+AAA'.repeat(40);
const WHOLE = {
  '2.1': [
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg',
    'FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:J=F6rg M=\n=FCller',
    'ADR;HOME;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1252:;;Hauptstr. 1=0D=0AHinterhaus;K=F6ln;;50667;',
    'TEL;PREF;CELL:+49 170 1',
    `PHOTO;JPEG;ENCODING=BASE64:\n ${PHOTO.slice(0, 76)}\n ${PHOTO.slice(76)}\n`,
    'AGENT:\nBEGIN:VCARD\nVERSION:2.1\nFN:Ben Agent\nTEL:+49 30 2\nEND:VCARD',
    'X-SKYPE;HOME:jm',
    'X_OWN:1',
  ],
  '3.0': [
    'FN:Zoë Müller',
    'N:Müller\\;-Lüdenscheidt;Zoë;;;',
    'item1.TEL;type=pref:+49 30 1',
    'item1.X-ABLabel:_$!<Other>!$_',
    `PHOTO;ENCODING=b;TYPE=JPEG:${PHOTO}`,
    'NOTE:one\\, two\\nthree \\\\ four',
    'X-UNKNOWN;X-P="a:b;c":value: with ; signs',
    'CATEGORIES:a,b',
  ],
  '4.0': [
    'FN:Grace',
    'N:Hopper;Grace;;;',
    'TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+1-202-555-0123;ext=5',
    'UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1',
    `PHOTO:data:image/png;base64,${PHOTO}`,
    'RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    'X-UNKNOWN:😀',
  ],
};

test.each(Object.entries(WHOLE))('gives everything of a card of version %s back', (version, lines) => {
  const card = onlyCard(['BEGIN:VCARD', `VERSION:${version}`, ...lines, 'END:VCARD'].join('\n'));
  expect(card.properties).toHaveLength(lines.length);
  const text = vcardOfContact(contactOfVcard(card), card);
  expect(onlyCard(text)).toEqual(card);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  // Version 2.1 has no character set but the one that is named.
  if (version === '2.1') expect(text).toMatch(/^[\t\r\n -~]*$/);
  const photo = card.properties.find(({ name }) => name === 'PHOTO')?.value;
  expect(photo?.replaceAll(/\s/g, '').endsWith(PHOTO)).toBe(true);
});

test('writes a changed value of version 2.1 with its letters and lines', () => {
  const card = onlyCard(CARD_2_1);
  const contact = { ...contactOfVcard(card), about: 'Größe = 3\nzweite Zeile, mit Komma; und mehr' };
  const text = vcardOfContact(contact, card);
  expect(text).toContain('NOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=C3=B6=C3=9Fe =3D 3=');
  expect(contactOfVcard(onlyCard(text))).toEqual(contact);
});

const cardWith = (version: string, ...lines: string[]) =>
  onlyCard(['BEGIN:VCARD', `VERSION:${version}`, 'FN:Ada', ...lines, 'END:VCARD'].join('\n'));

test.each([
  ['of Western Europe where none is named', 'ENCODING=QUOTED-PRINTABLE:Gr=FC=DFe', 'Grüße'],
  ['of UTF-8 where none is named', 'ENCODING=QUOTED-PRINTABLE:Gr=C3=BC=C3=9Fe', 'Grüße'],
  [
    'of Western Europe where another one is named',
    'CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=FC=DFe',
    'Grüße',
  ],
  ['of Japan', 'CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=93=FA=96=7B', '日本'],
  ['that are written as they are', 'ENCODING=QUOTED-PRINTABLE:=4F😀ü', 'O😀ü'],
  ['that are said to be written as they are', 'CHARSET=UTF-8;ENCODING=8BIT:Grüße; =C3', 'Grüße; =C3'],
])('reads the characters of version 2.1 %s, and gives them back', (_, written, about) => {
  const card = cardWith('2.1', `NOTE;${written}`);
  expect(contactOfVcard(card).about).toBe(about);
  expect(contactOfVcard(onlyCard(vcardOfContact(contactOfVcard(card), card))).about).toBe(about);
});

test('retains the blanks at which lines of version 2.1 were folded, but not those of other folds', () => {
  const atBlanks = cardWith(
    '2.1',
    'NOTE:Folded where a blank is, as this',
    ' version has it,',
    ' and once more',
  );
  expect(contactOfVcard(atBlanks).about).toBe(
    'Folded where a blank is, as this version has it, and once more',
  );
  const long = `NOTE:${'letters '.repeat(30)}end`;
  const parts = [long.slice(0, 75), ...(long.slice(75).match(/.{1,74}/g) ?? [])];
  for (const version of ['2.1', '3.0'])
    expect(contactOfVcard(cardWith(version, parts.join('\n '))).about, version).toBe(long.slice(5));
  const unmarked = cardWith('3.0', 'NOTE:Folded in a wo', ' rd');
  expect(contactOfVcard(unmarked).about).toBe('Folded in a word');
  // A fold of its own would be read as another text by programs that follow the version.
  const text = vcardOfContact({ name: 'Ada', about: long }, { version: '2.1', properties: [] });
  expect(text).not.toMatch(/\r\n /);
  expect(contactOfVcard(onlyCard(text)).about).toBe(long);
});

test.each(['2.1', '3.0'])(
  'reads lines of a text and a picture of version %s that are not marked',
  (version) => {
    const lines = [
      'PHOTO;TYPE=JPEG;ENCODING=BASE64:iVBO',
      'Rw0K',
      'Ggo=',
      '',
      'EMAIL:ada@example.org',
      'no property',
    ];
    const card = cardWith(version, 'NOTE:One', 'two', 'https://example.org/a', ...lines, 'TITLE:Engineer');
    expect(contactOfVcard(card)).toEqual({
      ...{ name: 'Ada', email: 'ada@example.org', occupation: 'Engineer' },
      about: 'One\ntwo\nhttps://example.org/a',
    });
    expect(card.properties.find(({ name }) => name === 'PHOTO')?.value).toBe('iVBORw0KGgo=');
    expect(onlyCard(writeVcard(card))).toEqual(card);
  },
);

test('reads a property whose quotation mark is never closed, and parts that are escaped', () => {
  const card = onlyCard('BEGIN:VCARD\nVERSION:3.0\nTEL;X="a:1\nN:A\\\\;B\\;C;;;\nEND:VCARD');
  expect(contactOfVcard(card)).toEqual({ name: 'B;C A\\', contact_number: '1' });
});

test('leaves out cards that are too deep inside of others, and reads on after them', () => {
  const depth = 20_000;
  const nested = `${'AGENT:\nBEGIN:VCARD\nFN:B\n'.repeat(depth)}${'END:VCARD\nX-AFTER:1\n'.repeat(depth)}`;
  const [card, next] = cardsOf(`BEGIN:VCARD\nFN:A\n${nested}END:VCARD\nBEGIN:VCARD\nFN:C\nEND:VCARD`);
  const text = vcardOfContact({ name: 'A' }, card ?? null);
  expect(text.match(/BEGIN:VCARD/g)).toHaveLength(5);
  expect(text.match(/END:VCARD/g)).toHaveLength(5);
  // Each level has its own properties from before and after the card inside of it.
  expect(text.match(/X-AFTER:1/g)).toHaveLength(5);
  expect(contactOfVcard(next ?? { version: '', properties: [] })).toEqual({ name: 'C' });
});

test.each(['2.1', '3.0', '4.0'])('backslashes of a card of version %s come back', (version) => {
  const contact = {
    name: 'A\\ B\\',
    company_name: 'N\\',
    address: 'C:\\new;\\',
    about: 'C:\\new\\;\\\\,\\N; x\ny\\',
  };
  const card = onlyCard(vcardOfContact(contact, { version, properties: [] }));
  expect(contactOfVcard(card)).toEqual(contact);
  expect(onlyCard(vcardOfContact(contact, card))).toEqual(card);
  // The name alone, as N has it.
  const properties = card.properties.filter(({ name }) => name === 'N');
  if (version !== '4.0') expect(contactOfVcard({ version, properties })).toEqual({ name: contact.name });
});
