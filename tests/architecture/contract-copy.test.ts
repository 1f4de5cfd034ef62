import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './sources.ts';

/** The contract is fixed by the clients of the API: a folder beside the checkout holds the original, where there is one. */
const ORIGINAL = join(ROOT, '..', 'shared', 'contract.md');
const COPY = join(ROOT, 'docs', 'contract.md');

it('docs/contract.md equals the fixed contract beside the checkout', (context) => {
  if (!existsSync(ORIGINAL))
    context.skip('no ../shared/contract.md beside this checkout: nothing to compare with');
  expect(readFileSync(COPY, 'utf8')).toBe(readFileSync(ORIGINAL, 'utf8'));
});

it('docs/contract.md has the sections that comments cite, by number', () => {
  const sections = [...readFileSync(COPY, 'utf8').matchAll(/^## (\d+)\. /gm)].map(([, number]) =>
    Number(number),
  );
  expect(sections).toEqual(sections.map((_, index) => index + 1));
  expect(sections.length).toBeGreaterThanOrEqual(7);
});

it('comments cite the contract by docs/contract.md and a section that is there', () => {
  const all = execFileSync('git', ['grep', '-nIE', 'ontract(\\.md)?.{0,2} §'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n');
  const sections = readFileSync(COPY, 'utf8').match(/^## \d+\. /gm)?.length ?? 0;
  const wrong = all.filter((line) =>
    [...line.matchAll(/(\S*ontract\S*) §(\d+)/g)].some(
      ([, cited = '', number]) => !cited.includes('contract.md') || Number(number) > sections,
    ),
  );
  expect(all.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
