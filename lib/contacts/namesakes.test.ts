import { expect, it } from 'vitest';
import { areNamesakes, type PersonDetails } from './namesakes.ts';

const of = (some: Partial<PersonDetails>): PersonDetails => ({ urls: [], company: '', address: '', ...some });
const different = (one: Partial<PersonDetails>, other: Partial<PersonDetails>) =>
  areNamesakes(of(one), of(other)) && areNamesakes(of(other), of(one));

it('takes entries without details, or with details of another kind, for one person', () => {
  expect(different({}, {})).toBe(false);
  expect(different({ company: 'Acme' }, {})).toBe(false);
  expect(different({ company: 'Acme' }, { address: 'Vienna' })).toBe(false);
});

it('distinguishes people of different companies, addresses or pages', () => {
  expect(different({ company: 'Acme' }, { company: 'Other' })).toBe(true);
  expect(different({ address: 'Street 1, Vienna' }, { address: 'Street 9, Vienna' })).toBe(true);
  expect(different({ urls: ['https://x.org/in/a'] }, { urls: ['https://x.org/in/b'] })).toBe(true);
});

it('takes a longer writing of an address or a company for the same', () => {
  expect(different({ address: 'Hauptstraße 1' }, { address: '1010 Wien, Hauptstrasse 1' })).toBe(false);
  expect(different({ company: 'Acme' }, { company: 'ACME GmbH' })).toBe(false);
});

it('takes people of one profile for one, wherever they work, but not those of one site', () => {
  const profile = { urls: ['https://www.linkedin.com/in/jane/'] };
  expect(different({ ...profile, company: 'A' }, { ...profile, company: 'B' })).toBe(false);
  const site = { urls: ['https://acme.example'] };
  expect(different({ ...site, address: 'Street 1' }, { ...site, address: 'Street 9' })).toBe(true);
});
