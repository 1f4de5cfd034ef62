import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asciiDomain,
  codeProblem,
  emailProblem,
  identifierProblem,
  PASSWORD_SPECIALS,
  passwordProblems,
  socketUrlProblem,
} from './rules.ts';

const rulesBrokenBy = (password: string) => passwordProblems(password).map(({ rule }) => rule);

describe('the password rules', () => {
  it.each([
    ['Boat-7x', ['length']],
    ['BOATHOUSE-7', ['lower']],
    ['boathouse-7', ['upper']],
    ['Boathouse-', ['digit']],
    ['Boathouse7', ['special']],
    ['', ['length', 'lower', 'upper', 'digit', 'special']],
    ['Boathouse-7', []],
    [`Aa1-${'x'.repeat(197)}`, ['maximum']],
  ])('says of %j which rules it breaks', (password, broken) => {
    expect(rulesBrokenBy(password)).toEqual(broken);
  });

  it('takes every one of the special characters, and no other', () => {
    for (const special of PASSWORD_SPECIALS) expect(rulesBrokenBy(`Boathouse7${special}`)).toEqual([]);
    for (const other of '.,:()+=/\\|<>~`\'" €ß') {
      expect(rulesBrokenBy(`Boathouse7${other}`)).toEqual(['special']);
    }
  });

  it('has a message of its own for each rule', () => {
    const messages = passwordProblems('').map(({ message }) => message);
    expect(new Set(messages).size).toBe(messages.length);
  });
});

describe('the numeric code', () => {
  it.each(['123456', '123456789012'])('takes %s', (code) => expect(codeProblem(code)).toBeNull());
  it.each(['12345', '1234567890123', '', '12345a', '١٢٣٤٥٦', '123456\n'])('refuses %j', (code) => {
    expect(codeProblem(code)).not.toBeNull();
  });
  it('takes 6 to 12 digits and nothing else', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(codeProblem(text) === null).toBe(/^[0-9]{6,12}$/.test(text) && !text.includes('\n'));
      }),
    );
  });
});

describe('the email rule', () => {
  it.each([
    'ada@example.test',
    'ada.lovelace+notes@mail.example.co.uk',
    "o'hara@example.com",
    'ada@bücher.example',
    'ada@例え.テスト',
    'почта@пример.рф',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.example`,
  ])('takes %s', (email) => expect(emailProblem(email)).toBeNull());

  it.each([
    ['ada', 'needs an @'],
    ['@example.com', 'before the @ is missing'],
    ['ada@', 'after the @ is missing'],
    ['ada@localhost', 'not a domain'],
    ['ada@127.0.0.1', 'not a domain'],
    ['ada@exa_mple.com', 'not a domain'],
    ['ada@-example.com', 'not a domain'],
    ['ada@example..com', 'not a domain'],
    ['ada@example.com.', 'not a domain'],
    ['.ada@example.com', 'before the @ is not allowed'],
    ['a..b@example.com', 'before the @ is not allowed'],
    ['"ada"@example.com', 'before the @ is not allowed'],
    ['a@b@example.com', 'before the @ is not allowed'],
    ['ada @example.com', 'spaces or line breaks'],
    ['ada@example.com\nbcc: bo@example.com', 'spaces or line breaks'],
    ['ada@example.com\r\n', 'spaces or line breaks'],
    ['ada\0@example.com', 'before the @ is not allowed'],
    [`${'a'.repeat(65)}@example.com`, 'longer than 64'],
    [`${'ä'.repeat(33)}@example.com`, 'longer than 64'],
    [`a@${'b'.repeat(64)}.example`, 'not a domain'],
    [`${'a'.repeat(60)}@${'b.'.repeat(100)}example`, 'longer than 254'],
    // Short enough in Unicode, too long in ASCII (as in DNS).
    [`abcdefg@${`${'é中龥가ж'.repeat(3)}.`.repeat(6)}com`, 'longer than 254'],
  ])('says of %j: %s', (email, why) => {
    expect(emailProblem(email)).toMatch(/^Email is not a valid email address: /);
    expect(emailProblem(email)).toContain(why);
  });

  it('takes what a mail server takes, whatever comes', () => {
    fc.assert(fc.property(fc.emailAddress({ size: 'small' }), (email) => emailProblem(email) === null));
  });

  it('never takes a line break or a blank', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('\n', '\r', ' ', '\t', '\u2028'),
        fc.string(),
        (a, blank, b) => {
          expect(emailProblem(`${a}${blank}${b}@example.com`)).not.toBeNull();
        },
      ),
    );
  });
});

describe('the identifier', () => {
  it('takes letters, digits, underscore and hyphen, and nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{1,20}$/)), (text) => {
        const allowed = text.length > 0 && [...text].every((letter) => /[A-Za-z0-9_-]/.test(letter));
        expect(identifierProblem(text) === null).toBe(allowed);
      }),
    );
  });
});

describe('a socket or host address', () => {
  it.each([
    'example.com',
    'ws://example.com',
    '{host}example.com',
    'ws://example.com:8080',
    'ws://sub.example.com:443/live/path?room=1',
    'localhost:3000/ws',
    'bücher.example/x',
  ])('takes %s', (address) => expect(socketUrlProblem(address)).toBeNull());
  it.each([
    '',
    'ws://',
    'http://example.com',
    'wss//example.com',
    'example',
    'example.com:0',
    'example.com:65536',
    'example.com:',
    'example.com:80a',
    'exa mple.com',
    'example.com/a b',
    '{hub}example.com',
    'ws://user@example.com',
  ])('refuses %j', (address) => {
    expect(socketUrlProblem(address)).toMatch(/^Address is not a valid address: /);
  });
});

describe('a domain', () => {
  it('is written as DNS writes it', () => {
    expect(asciiDomain('BÜCHER.Example')).toBe('xn--bcher-kva.example');
  });
  it('is never an address of the internet protocol', () => {
    expect(asciiDomain('127.0.0.1')).toBeNull();
    expect(asciiDomain('0x7f.1')).toBeNull();
  });
});
