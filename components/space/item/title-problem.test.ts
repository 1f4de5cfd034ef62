import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeItemRequest } from '#lib/contract/item.ts';
import { titleProblem } from './title-problem.ts';

const byContract = (title: string) =>
  changeItemRequest.safeParse({ title }).error?.issues[0]?.message ?? null;

it('says of every title what the contract says', () => {
  for (const title of [
    '',
    '  ',
    'Rules',
    'a'.repeat(255),
    '😀'.repeat(256),
    'a\nb',
    'half \ud800',
    'tab\t',
  ]) {
    expect(titleProblem(title, 'Title'), JSON.stringify(title)).toBe(byContract(title));
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      expect(titleProblem(title, 'Title')).toBe(byContract(title));
    }),
  );
});
