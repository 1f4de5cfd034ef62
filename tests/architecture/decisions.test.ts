import { describe, expect, it } from 'vitest';
import { files } from './sources.ts';

const FOLDER = 'docs/decisions/';
const all = files(/\.md$/, [FOLDER]);
const index = all.find(({ path }) => path === `${FOLDER}README.md`)?.text ?? '';
const decisions = all.filter(({ path }) => /\/\d{4}-[^/]+\.md$/.test(path));

describe('the index of decisions', () => {
  it('lists each decision once, with its title, and nothing else', () => {
    expect(decisions.length).toBeGreaterThan(150);
    const listed = index.split('\n').filter((line) => line.startsWith('- '));
    const wanted = decisions.map(({ path, text }) => {
      const title = text.split('\n')[0]?.replace(/^# /, '');
      return `- [${title}](${path.slice(FOLDER.length)})`;
    });
    expect(listed.toSorted()).toEqual(wanted.toSorted());
  });

  it('has them in their order below each subject, and no subject without one', () => {
    const subjects = index.split(/^## /m).slice(1);
    expect(subjects.length).toBeGreaterThan(10);
    for (const subject of subjects) {
      const numbers = [...subject.matchAll(/\]\((\d{4})-/g)].map(([, number]) => number);
      expect(numbers.length, subject).toBeGreaterThan(0);
      expect(numbers, subject).toEqual(numbers.toSorted());
    }
  });

  it('gives each number once', () => {
    const numbers = decisions.map(({ path }) => path.slice(FOLDER.length, FOLDER.length + 4));
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });
});
