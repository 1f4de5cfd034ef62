import { expect, it } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { transferCountries } from './transfer-values.ts';

const phone = (id: string, name: string): FieldDefinition => ({ id, name, label: name, type: 'phone' });
const people = (name: string, fields: FieldDefinition[]): FieldDefinition => ({
  ...{ id: 'f_people', name, label: name, type: 'form', multiple: true },
  fields,
});

it('finds the country of a number under the names of another version, and drops it when the number was removed', () => {
  const before = [phone('f_a', 'a'), phone('f_b', 'b'), people('people', [phone('f_c', 'c')])];
  const after = [phone('f_b', 'mobile'), people('guests', [phone('f_c', 'line')])];
  const countries = { a: 'AT', b: 'CH', 'people[2].c': 'FR', unknown: 'DE' };
  expect(transferCountries(countries, before, after)).toEqual({ mobile: 'CH', 'guests[2].line': 'FR' });
});
