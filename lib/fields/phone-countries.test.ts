import { beforeAll, describe, expect, it } from 'vitest';
import { withPostedCountries } from '#lib/browser/posted-countries.ts';
import { phoneCountriesField } from '#lib/contract/submit.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { readFormData } from '#lib/fields/from-form-data.ts';
import { hintsFor } from '#lib/fields/hints.ts';
import { readPhoneCountries } from '#lib/fields/phone-countries.ts';
import { loadPhoneData, WORLD_PHONE_DATA } from '#lib/fields/phone-data.ts';
import { parsePhone } from '#lib/fields/phone-number.ts';
import { withCountryCodes } from '#lib/fields/phone-text.ts';
import { restoreTypedTexts } from '#lib/fields/restore-typed-texts.ts';
import { validate } from '#lib/fields/validate.ts';

beforeAll(loadPhoneData);

const phone = (name: string, attributes: Partial<FieldDefinition> = {}): FieldDefinition => ({
  ...{ id: name, name, label: name, type: 'phone', required: false },
  ...attributes,
});
const FIELDS: FieldDefinition[] = [
  phone('home'),
  phone('more', { multiple: true }),
  phone('desk', { type: 'form', fields: [phone('line')] }),
  phone('people', { type: 'form', multiple: true, fields: [phone('own')] }),
];

describe('countries beside phone numbers', () => {
  const values = {
    home: '0171 1234567',
    more: ['0664 1234567', '06 12 34 56 78'],
    desk: { line: '044 668 18 00' },
    people: [{ own: '030 1234567' }, { own: '+43 664 1234567' }],
  };
  const countries = {
    'more[0]': 'AT',
    'more[1]': 'FR',
    'desk.line': 'CH',
    'people[1].own': 'FR',
  };

  it('say how a number is read, which is stored as it was typed', () => {
    expect(validate(FIELDS, values, { country: 'DE', countries })).toEqual({
      ok: true,
      values: {
        home: '+491711234567',
        more: ['+436641234567', '+33612345678'],
        desk: { line: '+41446681800' },
        people: [{ own: '+49301234567' }, { own: '+436641234567' }],
      },
      typed: {
        home: '0171 1234567',
        'more[0]': '0664 1234567',
        'more[1]': '06 12 34 56 78',
        'desk.line': '044 668 18 00',
        'people[0].own': '030 1234567',
        'people[1].own': '+43 664 1234567',
      },
    });
  });

  it('are named by the hint where the number is none of theirs', () => {
    const wrong = { home: '12', more: ['12'] };
    const chosen = { 'more[0]': 'AT' };
    const checked = validate(FIELDS, wrong, { country: 'DE', countries: chosen });
    const problems = checked.ok ? [] : checked.problems;
    expect(hintsFor(FIELDS, wrong, problems, { country: 'DE', countries: chosen })).toEqual({
      home: [expect.stringContaining('Germany')],
      'more[0]': [expect.stringContaining('Austria')],
    });
  });

  it('hold for hidden numbers that are stored, under their own path', () => {
    const hidden = { ...phone('own'), visible_if: { field: 'shown', op: 'equals' as const, value: 'yes' } };
    const fields: FieldDefinition[] = [
      phone('people', {
        ...{ type: 'form', multiple: true },
        fields: [phone('shown', { type: 'text' }), hidden],
      }),
    ];
    const input = { people: [{ shown: 'no', own: '0664 1234567' }] };
    const options = { country: 'DE', countries: { 'people[0].own': 'AT' }, hidden: 'keep' as const };
    expect(validate(fields, input, options)).toEqual({
      ok: true,
      values: { people: [{ shown: 'no', own: '+436641234567' }] },
      typed: { 'people[0].own': '0664 1234567' },
    });
  });

  it('are written into the numbers where nothing takes them beside these', () => {
    expect(withCountryCodes(values, { ...countries, 'gone[3].own': 'AT', 'people[9].own': 'AT' })).toEqual({
      ...values,
      more: ['+43 664 1234567', '+33 6 12 34 56 78'],
      desk: { line: '+41 44 668 18 00' },
    });
  });

  it('follow their numbers when a form is posted, past rows and lines that were left empty', () => {
    const entries: [string, string][] = [
      [':country:home', 'DE'],
      ['home', '0171 1234567'],
      [':country:more', 'AT'],
      ['more', ''],
      [':country:more', 'FR'],
      ['more', '06 12 34 56 78'],
      [':country:desk.line', 'CH'],
      ['desk.line', '044 668 18 00'],
      [':country:people[0].own', 'AT'],
      ['people[0].own', ''],
      [':country:people[4].own', 'AT'],
      ['people[4].own', '0664 1234567'],
      [':country:nothing', 'AT'],
    ];
    expect(readFormData(FIELDS, withPostedCountries(entries, 'DE'))).toMatchObject({
      values: { home: '0171 1234567', more: ['06 12 34 56 78'], people: [{ own: '0664 1234567' }] },
      countries: { 'more[0]': 'FR', 'desk.line': 'CH', 'people[0].own': 'AT' },
    });
  });
});

describe('countries that anybody may send', () => {
  const read = (countries: unknown) => phoneCountriesField.safeParse(countries);

  it('are taken under every path, also one that every object has', () => {
    const sent = JSON.parse('{"phone":"AT","__proto__":"CH","constructor":"FR"}');
    expect(Object.entries(read(sent).data ?? {})).toEqual(Object.entries(sent));
    expect(
      validate([phone('toString')], { toString: '0171 1234567' }, { country: 'DE', countries: {} }),
    ).toEqual({
      ok: true,
      values: { toString: '+491711234567' },
      typed: { toString: '0171 1234567' },
    });
  });

  it.each([['AT'], null, 'AT', 43])('are refused as a whole where they are no object: %j', (sent) => {
    expect(read(sent).error?.issues).toMatchObject([
      { path: [], message: 'Countries is not a valid object' },
    ]);
  });

  it.each(['at', 'AUT', '', ['AT'], { deep: { er: 'AT' } }, null, 43])('are refused by name: %j', (sent) => {
    expect(read({ ok: 'AT', phone: sent }).error?.issues).toMatchObject([
      { path: ['phone'], message: 'Country is not a valid country code' },
    ]);
  });

  it('name only the first hundred of them that are wrong', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`phone${at}`, 1]));
    expect(read(many).error?.issues).toHaveLength(100);
  });

  it('keep their places when one that is posted beside them is none', () => {
    const entries: [string, string][] = [
      [':country:more', 'x'.repeat(1000)],
      ['more', '0171 1234567'],
      [':country:more', 'FR'],
      ['more', '06 12 34 56 78'],
    ];
    expect(readFormData(FIELDS, withPostedCountries(entries, 'DE')).countries).toEqual({ 'more[1]': 'FR' });
  });

  it('are left out where a browser has stored something else', () => {
    expect(readPhoneCountries({ home: 'AT', desk: 'at', more: ['AT'] })).toEqual({ home: 'AT' });
    for (const stored of [undefined, null, 'AT', ['AT']]) expect(readPhoneCountries(stored)).toEqual({});
  });
});

describe('a number that was read before', () => {
  it('is not what a text with a country’s letters before it is taken for', () => {
    expect(parsePhone('0664 1234567', 'AT')).toEqual({ ok: true, number: '+436641234567' });
    expect(parsePhone('AT 0664 1234567', null)).toEqual({ ok: false, problem: 'characters' });
  });
});

describe('a submission that is opened again', () => {
  const data = { home: '+436641234567', more: ['+442079460123'], site: 'https://www.example.com' };

  it('has the texts that were typed, and a country where the usual one reads them otherwise', () => {
    const typed = { home: '0664 1234567', 'more[0]': '020 7946 0123', site: 'www.example.com' };
    expect(restoreTypedTexts({ data, typed }, 'AT')).toEqual({ typed, countries: { 'more[0]': 'GB' } });
    expect(restoreTypedTexts({ data, typed }, null)).toEqual({
      typed,
      countries: { home: 'AT', 'more[0]': 'GB' },
    });
  });

  it('leaves out a number that no country reads as the one that is stored', () => {
    expect(restoreTypedTexts({ data, typed: { home: '12' } }, 'DE')).toEqual({ typed: {}, countries: {} });
    expect(restoreTypedTexts({ data, typed: null }, 'DE')).toEqual({ typed: {}, countries: {} });
  });

  it('loads the list of countries once, however many numbers a submission has', () => {
    expect(WORLD_PHONE_DATA.countries()).toBe(WORLD_PHONE_DATA.countries());
  });
});
