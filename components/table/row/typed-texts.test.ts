import { expect, test } from 'vitest';
import { typedTexts } from './typed-texts.ts';

const NUMBER = '+4930901820x12';

test.each([
  '+49 30 901820 ext. 12',
  '+4930901820x12',
  '030-90 18 20 x12',
  '030 / 90 18 20 Durchwahl 12',
  '+49 (0)30 901820;ext=12',
])('leaves out a text that says what the number does: %s', (text) => {
  expect(typedTexts({ values: { phone: NUMBER }, typed: { phone: text } }, 'phone')).toEqual([]);
});

test('gives a text that says something else, of entries of lists as well', () => {
  const text = '011 49 30 901820 ext. 12';
  const row = { values: { phone: NUMBER, phones: ['+4930901820', NUMBER] } };
  expect(typedTexts({ ...row, typed: { phone: text } }, 'phone')).toEqual([text]);
  expect(typedTexts({ ...row, typed: { 'phones[0]': '030 901820', 'phones[1]': text } }, 'phones')).toEqual([
    text,
  ]);
  expect(typedTexts({ ...row, typed: { phone: text } }, 'phones')).toEqual([]);
});
