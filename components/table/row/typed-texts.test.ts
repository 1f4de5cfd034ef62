import { expect, test } from 'vitest';
import { typedTexts } from './typed-texts.ts';

test.each(['+49 30 901820', '+49 30 901820 ext. 12', '+4930901820 x12', '+49 30 901820x12'])(
  'leaves out a number that is typed as it is shown: %s',
  (text) => expect(typedTexts({ typed: { phone: text } }, 'phone')).toEqual([]),
);

test.each(['030 901820 ext. 12', '+49 (0)30 901820 ext. 12', '+49 30 901820 Durchwahl 12', '030 / 90 18 20'])(
  'gives a number that is typed in another way: %s',
  (text) => expect(typedTexts({ typed: { 'phones[1]': text } }, 'phones')).toEqual([text]),
);
