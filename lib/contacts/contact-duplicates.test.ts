import { expect, test } from 'vitest';
import {
  areDifferentNames,
  type ContactKeys,
  findDuplicates,
  isSimilar,
  nameKey,
} from './contact-duplicates.ts';

const contact = (id: string, more: Partial<ContactKeys>): ContactKeys => ({
  ...{ id, name: '', email: '', phone: '', address: '' },
  ...more,
});
const find = async (...contacts: ContactKeys[]) =>
  (await findDuplicates(contacts, { least: 0.5, most: 100 })).pairs;

test.each([
  ['Jörg Müller', 'Mueller, Jorg'],
  ['José García', 'garcia jose'],
  ['Sørensen', 'Sorensen'],
  ['Dr. Ada Lovelace', 'Ada Lovelace'],
])('%s and %s are the same name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test('another extension is another number, and that of the office is no sign of either', async () => {
  const ada = { name: 'Ada Lovelace', email: 'ada@example.org' };
  const reasonsOf = async (one: string, other: string) =>
    (await find(contact('1', { ...ada, phone: one }), contact('2', { ...ada, phone: other })))[0]?.reasons;
  expect(await reasonsOf('+4930901820x12', '+4930901820x12')).toContain('same_phone');
  expect(await reasonsOf('+4930901820x12', '+4930901820x13')).toContain('different_phone');
  expect(await reasonsOf('+4930901820x12', '+49309018201')).toContain('different_phone');
  expect(await reasonsOf('+4930901820x12', '+4930901820')).toEqual(['same_email', 'same_name']);
});

test('texts are similar that differ by one letter in five', () => {
  expect(isSimilar('lovelace ada', 'lovelase ada')).toBe(true);
  expect(isSimilar('lovelace ada', 'babbage charles')).toBe(false);
  expect(isSimilar('ann', 'anne')).toBe(false);
});

test('pairs come with their reasons, the likeliest first; a name alone is too little', async () => {
  const pairs = await find(
    contact('1', { name: 'Ada Lovelace', email: 'ada@example.org' }),
    contact('2', { name: 'Ada Lovelase', email: 'ada@example.org' }),
    contact('3', { name: 'Ada Lovelace', phone: '+49301' }),
    contact('4', { name: 'Somebody Else', phone: '+49301' }),
  );
  expect(pairs).toEqual([{ one: '1', other: '2', score: 0.85, reasons: ['same_email', 'similar_name'] }]);
});

test.each([
  ['Jan Meier', 'Jana Meier', 0.7],
  ['Martin Meier', 'Martina Meier', 0.7],
  ['Anna Meier', 'Anne Meier', 0.7],
  ['Anna Meier', 'Anna Meyer', 0.95],
  ['Annemarie Meier', 'Anne Marie Meier', 0.95],
])('%s and %s with the number and the address of one family have the score %f', async (one, other, score) => {
  const home = { phone: '+49301', address: 'Hafenstr. 1, Hamburg' };
  const [pair] = await find(contact('1', { name: one, ...home }), contact('2', { name: other, ...home }));
  expect(pair?.score).toBe(score);
});

test('people are found by further addresses and numbers of their cards', async () => {
  const further = { emails: ['old@example.org', 'ada@example.org'], phones: ['+49302'] };
  const pairs = await find(
    contact('1', { name: 'Ada Lovelace', email: 'ada@example.org', phone: '+49302' }),
    contact('2', { name: 'Ada Lovelace', email: 'new@example.org', phone: '+49303', further }),
    contact('3', { name: 'Ben', email: 'ben@example.org' }),
  );
  expect(pairs).toEqual([
    { one: '1', other: '2', score: 1, reasons: ['same_email', 'same_phone', 'same_name'] },
  ]);
});

test('different names speak against one person, shortened ones do not', async () => {
  const reasons = async (one: string, other: string) =>
    (
      await findDuplicates(
        [
          contact('1', { name: one, email: 'home@example.org', phone: '+49301' }),
          contact('2', { name: other, email: 'home@example.org', phone: '+49301' }),
        ],
        { least: 0, most: 1 },
      )
    ).pairs.flatMap((pair) => [pair.score, ...pair.reasons.slice(2)]);
  expect(await reasons('Ada Lovelace', 'William King')).toEqual([0.7, 'different_name']);
  expect(await reasons('Augusta Ada Lovelace', 'A. Lovelace')).toEqual([1]);
  expect(await reasons('Ada Lovelace', 'Lovelace')).toEqual([1]);
  expect(await reasons('Ada', '')).toEqual([1]);
});

test('lets others have their turn while a long list is compared, and returns no more than `most`', async () => {
  const contacts = Array.from({ length: 3_000 }, (_, at) =>
    contact(`${at}`, { name: `Adalbert Loveday ${at % 60}`, email: `${at % 100}@example.org` }),
  );
  let rests = 0;
  const { pairs, count } = await findDuplicates(contacts, {
    least: 0,
    most: 40,
    rest: async () => {
      rests += 1;
    },
  });
  expect(pairs).toHaveLength(40);
  // As many as are stored while they are compared.
  expect(count).toBe(800);
  expect(pairs.at(-1)?.score).toBe(pairs[0]?.score);
  expect(rests).toBeGreaterThan(0);
});

test('counts the pairs that are not returned', async () => {
  const contacts = Array.from({ length: 20 }, (_, at) =>
    contact(`${at}`, { email: `${at % 10}@example.org` }),
  );
  const { pairs, count } = await findDuplicates(contacts, { least: 0.5, most: 4 });
  expect([pairs.length, count]).toEqual([4, 10]);
});

test('long names are those of two people unless they are the same', () => {
  const repeated = (count: number, letter: string) => `${letter} `.repeat(count);
  expect(areDifferentNames(repeated(200_000, 'x'), repeated(200_000, 'y'))).toBe(true);
  expect(areDifferentNames(repeated(200_000, 'x'), repeated(200_000, 'x'))).toBe(false);
  expect(areDifferentNames('Ada', `Ada ${repeated(21, 'x')}`)).toBe(true);
  expect(areDifferentNames('Ada', `Ada ${repeated(10, 'x')}`)).toBe(false);
});

test('finds the same pairs as without a least score, of which it leaves out the others early', async () => {
  const pick = <One>(some: readonly One[], at: number): One => some[at % some.length] as One;
  const names = ['Ada Lovelace', 'Ada Lovelase', 'A. Lovelace', 'Ada', 'Charles Babbage', '', 'Grace Hopper'];
  const contacts = Array.from({ length: 240 }, (_, at) =>
    contact(`${at}`, {
      name: pick(names, at * 7 + Math.floor(at / 9)),
      email: pick(['', 'a@example.org', 'b@example.org', `${at % 30}@example.org`], at * 3),
      phone: pick(['', '+4930901820', '+4930901820x1', `+49302${at % 20}`], at * 5 + 1),
      address: pick(['', 'Main St 1', `Side St ${at % 9}`], at * 11),
    }),
  );
  const all = (await findDuplicates(contacts, { least: -1, most: 10_000 })).pairs;
  expect(new Set(all.flatMap(({ reasons }) => reasons)).size).toBe(8);
  for (const least of [0.3, 0.45, 0.5, 0.75, 0.9, ...new Set(all.map(({ score }) => score))]) {
    const { pairs } = await findDuplicates(contacts, { least, most: 10_000 });
    expect(pairs, `${least}`).toEqual(all.filter(({ score }) => score >= least));
  }
});
