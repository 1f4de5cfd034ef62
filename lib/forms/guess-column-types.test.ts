import { describe, expect, it } from 'vitest';
import { currencyOfText, guessColumnTypes } from './guess-column-types.ts';

describe('the types that a cell of a file may have', () => {
  it.each([
    ['12.5%', ['percent']],
    ['12,5 %', ['percent']],
    ['€ 1.234,50', ['currency']],
    ['1234.5 CHF', ['currency']],
    ['-5 €', ['currency']],
    ['36:15:00', ['time', 'duration']],
    ['9:30', ['time']],
    ['1.2E-05', ['number']],
    ['1,2e+21', ['number']],
    ['12E5', []],
    ['5 MIO', []],
    ['€ 5 USD', []],
    ['100% sure', []],
    ['%', []],
  ])('of %j are %j', (text, types) => expect(guessColumnTypes(text)).toEqual(types));

  it('says nothing of the currency of a number alone, or of letters that are no currency', () => {
    for (const text of ['5', 'ABC 5', '€', 'EUR', '¤5']) expect(currencyOfText(text)).toBeNull();
  });
});
