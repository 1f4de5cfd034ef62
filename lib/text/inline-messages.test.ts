import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import fields from '#locales/en-US.fields.ts';
import fill from '#locales/en-US.fill.ts';
import { formatInlineMessage } from './inline-messages.ts';

describe('messages of pages that are filled read as react-intl would have them', () => {
  const values = {
    label: 'People {1}',
    place: 2,
    message: 'Please enter Name',
    choice: 'Red',
    name: 'x.pdf',
  };
  // The text is not in the app's messages, so that it is reported as missing.
  const intl = createIntl({ locale: 'en', onError: () => undefined });
  for (const [id, text] of Object.entries({ ...fields, ...fill }))
    for (const count of [0, 1, 2, 1234])
      test(`${id} of ${count}`, () => {
        const own: Record<string, string | number> = { ...values, count };
        for (const [, name = ''] of text.matchAll(/\{(\w+)/g)) own[name] ??= name;
        const formatted = intl.formatMessage({ id: 'button.click_me', defaultMessage: text }, own);
        expect(formatInlineMessage(text, own)).toBe(formatted);
      });
});

test('a text without places stays as it is', () => {
  expect(formatInlineMessage('Send')).toBe('Send');
});

test('the value of a placeholder is not read as a pattern', () => {
  expect(formatInlineMessage('{label} is gone', { label: '{count, plural, other {#}} # {label}' })).toBe(
    '{count, plural, other {#}} # {label} is gone',
  );
});
