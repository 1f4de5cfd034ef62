import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rule } from '#lib/fields/definition.ts';
import { checkOf } from '#lib/fields/value-check.ts';
import { emailProblem } from '#lib/text/rules.ts';
import './pattern.ts';
import { loadEmailParser } from './email-address.ts';
import { setPhoneData } from './phone-number.ts';
import { loadAddressParser } from './web-address.ts';

// As on the server.
loadAddressParser();
loadEmailParser();
// As in a browser that has not loaded them: every plausible number is taken.
setPhoneData(null);

const context = { work: { left: 1_000_000 } };
const email = checkOf({ id: 'f', name: 'f', label: 'F', type: 'email' });
const url = checkOf({ id: 'f', name: 'f', label: 'F', type: 'url' });
const text = checkOf({ id: 'f', name: 'f', label: 'F', type: 'text' });

describe('the quick check', () => {
  it('agrees with the full rule for e-mail addresses', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', 'Z', '0', '-', '.', '_', '+', 'ö', ' ', '%'),
      maxLength: 6,
    });
    const domain = fc.array(fc.constantFrom('a', 'b1', 'xn--', '-', '', '1', 'org', 'c'.repeat(63), 'ü'), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(part, domain, (local, labels) => {
        const value = `${local}@${labels.join('.')}`;
        expect(email(value, context) === null).toBe(emailProblem(value.trim()) === null);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes no web address that browsers would not open, and none without a domain', () => {
    const rest = fc.string({
      unit: fc.constantFrom(
        'a',
        '1',
        '.',
        'org',
        '/',
        '?',
        '#',
        ':',
        '@',
        '%',
        '[',
        '\\',
        '-',
        'ü',
        '{',
        '*',
      ),
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.constantFrom('http://', 'https://', 'HTTP://', 'ftp://', 'www.', ''),
        rest,
        (scheme, rest) => {
          const own = { ...context, stored: undefined as string | undefined };
          const value = scheme + rest;
          if (value === '' || url(value, own) !== null) return;
          const stored = own.stored ?? value;
          expect(stored).toMatch(/^https?:\/\//i);
          expect(new URL(stored).hostname).toContain('.');
          expect(url(stored, own)).toBe(null);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('is whether a text is blank or unreadable', () => {
    const unit = fc.constantFrom('a', ' ', '\n', '\t', '\0', '\u00a0', '\ud800', '\x7f', '\u2028', '😀');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 6 }), (value) => {
        const readable = value.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(value);
        expect(text(value, context) === null).toBe(value.trim() !== '' && readable);
      }),
      { numRuns: 3000 },
    );
  });

  it('leaves out neither a length nor a pattern that its field asks for', () => {
    const rulesOf = (value: number): Rule[] => [
      { rule: 'max_length', value },
      { rule: 'pattern', value: '1' },
    ];
    const most = { email: 16, phone: 12, url: 16 };
    const values = {
      email: ['a1@b.example', 'a@b.example', 'a1@very.long.example'],
      phone: ['+41 44 668', '+44 20 7946', '+1 (446) 681 80 01 2'],
      url: ['https://b1.org', 'https://b.org', 'https://b1.org/long'],
    } as const;
    for (const type of ['email', 'phone', 'url'] as const) {
      const check = checkOf({ id: 'f', name: 'f', label: 'F', type, rules: rulesOf(most[type]) });
      expect(
        values[type].map((value) => check(value, context)),
        type,
      ).toEqual([
        null,
        { code: 'pattern', params: { label: 'F' } },
        { code: 'max_length', params: { label: 'F', max: most[type] } },
      ]);
    }
  });

  it('is taken of a whole text: what stands around an address or a number is seen', () => {
    const phone = checkOf({ id: 'f', name: 'f', label: 'F', type: 'phone' });
    const whole = [
      { check: email, value: 'a@b.example' },
      { check: phone, value: '+41446681800' },
      { check: url, value: 'https://b.example' },
    ];
    const unreadable = { code: 'unreadable', params: { label: 'F' } };
    for (const { check, value } of whole) {
      expect(check(value, context)).toBe(null);
      for (const character of ['\n', '\0', '\u2028', '\x7f']) {
        expect(check(`${value}${character}`, context)).toEqual(unreadable);
        expect(check(`${character}${value}`, context)).toEqual(unreadable);
      }
    }
  });
});
