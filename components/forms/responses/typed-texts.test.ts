import { expect, test } from 'vitest';
import { typedTextOf } from './typed-texts.ts';

test('gives what was typed for a field and its entries, and nothing that is stored as it was typed', () => {
  const submission = {
    values: { phone: '+41446681800', phones: ['+41446681800'], people: [{ phone: '+491711234567' }] },
    typed: {
      phone: '044 668 18 00',
      'phones[0]': '+41446681800',
      'people[0].phone': '0171 1234567',
      phone2: 'other',
    },
  };
  expect(typedTextOf(submission, 'phone')).toEqual(['044 668 18 00']);
  expect(typedTextOf(submission, 'phones')).toEqual([]);
  expect(typedTextOf(submission, 'people')).toEqual(['0171 1234567']);
});
