import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldToken, tokenize, writtenToken } from '#lib/text/tokens.ts';
import { writtenShare } from './written-forms.ts';

const typedAs = (word: string) => ({ folded: foldToken(word), written: writtenToken(word) });

test('counts a token as typed wholly, one with other accents less (most where accents were typed), and parts of longer ones not', () => {
  expect(writtenShare(['The Harbour', 'Réunion de mars'], [typedAs('harbour')])).toBe(1);
  expect(writtenShare(['Réunion de mars'], [typedAs('reunion')])).toBe(0.6);
  expect(writtenShare(['Reunion of March'], [typedAs('réunion')])).toBe(0.2);
  expect(writtenShare(['harbours, xharbour'], [typedAs('harbour')])).toBe(0);
  expect(writtenShare(['ＡＢＣ soft\u00adware'], [typedAs('abc'), typedAs('software')])).toBe(2);
});

test('counts what a misspelt token may be meant as wholly, or less where its accents differ too', () => {
  const misspelt = { written: 'polípico', meant: ['politico'] };
  expect(writtenShare(['O sentido político da palavra'], [misspelt])).toBe(1);
  expect(writtenShare(['Il senso politico della parola'], [misspelt])).toBe(0.2);
  expect(writtenShare(['La politica'], [misspelt])).toBe(0);
  const plain = { written: 'polipico', meant: ['politico', 'tipico'] };
  expect(writtenShare(['O sentido político'], [plain])).toBe(0.6);
  expect(writtenShare(['Un caso tipico'], [plain])).toBe(1);
});

test('counts a text without blanks less for each wrong character, and not for more than a token of its length may have', () => {
  const body = 'มนุษย์ทั้งหลายเกิดมามีอิสระ ต่างมีเหตุผล';
  expect(writtenShare(['', body], [{ run: 'เหตุผล' }])).toBe(1);
  expect(writtenShare(['', body], [{ run: 'เหตเผล' }])).toBe(0.8);
  expect(writtenShare(['', body], [{ run: 'เหเเผล' }])).toBe(0);
});

test('finds the same tokens as taking the text apart does', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'aAéÉßbB1 \u0301.-_😀\u00ad会ไ'.split(''), 'İ', 'ﬁ', '😀'),
    maxLength: 24,
  });
  fc.assert(
    fc.property(text, text, (body, query) => {
      for (const { token, written, run } of tokenize(query)) {
        if (run) continue;
        const all = tokenize(body);
        const expected = all.some((one) => one.written === written)
          ? 1
          : all.some((one) => one.token === token)
            ? token === written
              ? 0.6
              : 0.2
            : 0;
        expect(writtenShare([body], [{ folded: token, written }])).toBe(expected);
      }
    }),
    { numRuns: 500 },
  );
});
