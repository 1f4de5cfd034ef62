import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/** Parts of the sentences that `lib/text/messages.ts` and `lib/fields/english-definition-problem.ts` make. */
const PHRASE = [
  '(?:Please enter|There is no field named)',
  '(?:is not a (?:valid|day of)|cannot be (?:a blank|longer|less|greater|larger|before|after|shown))',
  '(?:must be (?:one of|exactly|at least|between|equal to|a date written|a file of)|must have |cannot have more)',
  '(?:does not have the required form|takes too long to check|has more digits than|can be read as)',
  '(?:is too large or too small|that does not exist, because|that comes twice, because)',
  '(?:in a circle|is there already|not (?:in reach|a field in reach)|nested \\d+ deep)',
].join('|');

/** What asks whether a text is one of these sentences, in one line of source. */
const MATCHES = [
  new RegExp(`\\.(?:test|exec|match|search|startsWith|endsWith|includes|indexOf)\\(.*(?:${PHRASE})`),
  new RegExp(`RegExp\\(.*(?:${PHRASE})`),
  new RegExp(`/\\^?[^/'"\`]*(?:${PHRASE})[^/]*/[dgimsuvy]*\\.`),
  new RegExp(`= /.*(?:${PHRASE}).*/[dgimsuvy]*[;,]`),
  new RegExp(`(?:${PHRASE})[^'"\`]*(?:\\\\\\\\[dSsw]|\\(\\.\\*\\)|\\(\\?:)`),
  new RegExp(`[=!]==? *['"\`].*(?:${PHRASE})`),
  /[=!]==? *message\.\w+\(/,
  /[=!]==? *english(?:Definition)?Problem\(/,
];

const matchesSentence = (line: string): boolean => MATCHES.some((shape) => shape.test(line));

test.each([
  `  ['min_length', 'must be at least (\\\\d+) characters? long', 'count'],`,
  `  ['one_of', 'must be one of \\\\[(.*)\\\\]', 'options'],`,
  'const INVALID = /^is not a valid (.*)$/s;',
  `if (problem === message.required(label)) return 'required';`,
  `if (problem.startsWith('Please enter ')) return null;`,
  `if (/cannot be longer than/.test(message)) return 'long';`,
  `const isCircle = error.includes('in a circle');`,
  `if (message === 'The field is not a valid number') return;`,
])('finds what matches a sentence: %s', (line) => expect(matchesSentence(line)).toBe(true));

test('nothing depends on the sentence of an error: it has a code', () => {
  const found = sources('components', 'context', 'lib', 'locales', 'pages', 'server', 'services').flatMap(
    ({ path, text }) =>
      text
        .split('\n')
        .filter(matchesSentence)
        .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
