import { expect, test } from 'vitest';
import { emailDomain, normalizedEmail } from './email.ts';

test('spellings of one address are the same', () => {
  expect(normalizedEmail('Anna@Example.COM')).toBe('anna@example.com');
  expect(normalizedEmail('anna@Bücher.example')).toBe('anna@xn--bcher-kva.example');
  expect(normalizedEmail('ame\u0301lie@example.com')).toBe(normalizedEmail('amélie@example.com'));
});

test('the domain is what follows the last @', () => {
  expect(emailDomain('anna@Bücher.example')).toBe('xn--bcher-kva.example');
  expect(emailDomain('nobody')).toBe('');
});
