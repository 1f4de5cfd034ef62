import { expect, it } from 'vitest';
import { mailDomains, wrongDomain } from './mail-domains.ts';

it('takes domains however they are separated, each once', () => {
  expect(mailDomains(' nordwind.example\n@boats.example, nordwind.example;  münchen.example ')).toEqual([
    'nordwind.example',
    'boats.example',
    'münchen.example',
  ]);
  expect(mailDomains(' \n ')).toEqual([]);
});

it('names the first that is no mail domain', () => {
  expect(wrongDomain(['nordwind.example', 'münchen.example'])).toBeNull();
  expect(wrongDomain(['nordwind.example', 'localhost', '-x.example'])).toBe('localhost');
});
