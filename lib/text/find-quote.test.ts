import { expect, test } from 'vitest';
import { findQuote, quoteAt, type TextQuote } from './find-quote.ts';

const TEXT =
  'The boat leaves at six in the morning. Bring a lamp and bread. The boat leaves at noon on Sundays, and comes back late.';

/** The quote of the nth occurrence of a part. */
function quoteOf(part: string, nth = 0): TextQuote {
  let at = TEXT.indexOf(part);
  for (let n = 0; n < nth; n += 1) at = TEXT.indexOf(part, at + 1);
  return quoteAt(TEXT, at, at + part.length);
}

const found = (text: string, wanted: TextQuote) => {
  const place = findQuote(text, wanted);
  return place && text.slice(place.start, place.end);
};

test('finds the occurrence that stands where the marked one stood', () => {
  const second = quoteOf('The boat leaves', 1);
  expect(findQuote(TEXT, second)).toEqual({
    start: TEXT.indexOf('The boat leaves at noon'),
    end: 78,
    isExact: true,
  });
  const moved = `A new first paragraph. ${TEXT} And a last one.`;
  expect(findQuote(moved, second)?.start).toBe(moved.indexOf('The boat leaves at noon'));
});

test('finds a quote that was edited, by its surroundings or by what is left of it', () => {
  const quote = quoteOf('Bring a lamp and bread');
  expect(found(TEXT.replace('a lamp and bread', 'two lamps and bread'), quote)).toBe(
    'Bring two lamps and bread',
  );
  const alone = { quote: 'leaves at noon on Sundays, and comes back late' };
  const place = findQuote(TEXT.replace('and comes', 'then comes'), alone);
  expect(place?.isExact).toBe(false);
  expect(place?.start).toBe(TEXT.indexOf('leaves at noon'));
  // A short one with nothing around it, whose beginning was rewritten.
  expect(found('Bring two lamps and bread.', { quote: 'Bring a lamp and bread.' })).toContain(
    'lamps and bread.',
  );
});

test('says so when the text was deleted', () => {
  const quote = quoteOf('Bring a lamp and bread');
  expect(findQuote(TEXT.replace(' Bring a lamp and bread.', ''), quote)).toBeNull();
  expect(findQuote('', quote)).toBeNull();
  expect(findQuote(TEXT, { quote: '' })).toBeNull();
});

test('takes no longer for a long text that repeats itself', () => {
  const text = 'The same words again. '.repeat(20_000);
  const start = performance.now();
  expect(
    findQuote(text, { quote: 'The same words again. The sane', prefix: 'x', suffix: 'y' }),
  ).not.toBeNull();
  expect(findQuote(text, { quote: 'Nothing of this is there at all', prefix: '', suffix: '' })).toBeNull();
  expect(performance.now() - start).toBeLessThan(1_000);
});
