import { expect, it } from 'vitest';
import { invalidMailDomain, parseMailDomains } from './mail-domains.ts';

it('takes domains however they are separated, each once', () => {
  expect(parseMailDomains(' nordwind.example\n@boats.example, nordwind.example;  münchen.example ')).toEqual([
    'nordwind.example',
    'boats.example',
    'münchen.example',
  ]);
  expect(parseMailDomains(' \n ')).toEqual([]);
});

it('names the first that is no mail domain', () => {
  expect(invalidMailDomain(['nordwind.example', 'münchen.example'])).toBeNull();
  expect(invalidMailDomain(['nordwind.example', 'localhost', '-x.example'])).toBe('localhost');
});
