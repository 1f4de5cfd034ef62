import { expect, test } from 'vitest';
import { listLabels } from './list-labels.ts';

const field = (name: string) => ({ id: `f_${name}`, name, label: `The ${name}` });

test('names the list around a nested field, and none for a field whose name is another one with a letter more', () => {
  const fields = [
    field('name'),
    field('names'),
    field('people'),
    field('people.mail'),
    field('people.pets.kind'),
  ];
  expect([...listLabels(fields)]).toEqual([['f_people.mail', 'The people']]);
  expect(listLabels([...fields, field('people.pets')]).get('f_people.pets.kind')).toBe('The people.pets');
});
