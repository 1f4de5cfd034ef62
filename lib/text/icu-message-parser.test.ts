import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '#locales/index.ts';
import { parse } from './icu-message-parser.ts';

/** Here react-intl has its own parser. */
const { formatters } = createIntl({ locale: 'en' });
const parseByReactIntl = (message: string) => formatters.getMessageFormat(message, 'en').getAst();

const ORDINARY = [
  '',
  'Plain text',
  'Hello {name}, you have {count, number} of {all, number} ({share, number, percent})',
  '{count, plural, =0 {none} one {# entry of {name}} other {# entries <b>and {more}</b>}} found',
  '{state, select, on {It’s {state}} other {off}}, {who, select, none {Somebody} other {{who}}}',
  '{a, select, x {{b, plural, one {# in x} other {# in x too}}} other {# is no number here}}',
  "It's two o''clock, '{not an argument}' and '<b>no tag</b>'",
  'a } b',
  '# of a heading, a < b, 3 > 2',
];
const WRONG = [
  '{',
  '{name',
  '<b>open',
  'closed</b>',
  '{n, plural, one {x}}',
  '{n, plural, one {x} other {y}',
];

describe('parsing a message', () => {
  it('gives what react-intl’s parser gives, for every message of every language', () => {
    for (const { messages } of Object.values(LOCALES))
      for (const [id, message] of Object.entries(messages))
        expect(parse(message), id).toEqual(parseByReactIntl(message));
  });

  it.each(ORDINARY)('reads “%s” as react-intl’s parser does', (message) => {
    expect(parse(message)).toEqual(parseByReactIntl(message));
  });

  it.each(WRONG)('refuses “%s”, as react-intl’s parser does', (message) => {
    expect(() => parseByReactIntl(message)).toThrow(SyntaxError);
    expect(() => parse(message)).toThrow(SyntaxError);
  });
});
