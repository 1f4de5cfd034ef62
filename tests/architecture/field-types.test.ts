import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sources } from './sources.ts';

/** Types whose names are no words of anything else. */
const TYPE = "'(?:number|phone|url|date|datetime|checkboxes|multi-select)'";

/** A comparison with a type, a case of it, or a type in a list: code that treats it in another way than others. */
const DECIDES = new RegExp(
  [`\\b(?:\\w*[tT]ype)\\)? ?[!=]== ?${TYPE}`, `^\\s*case '(?:phone|datetime|multi-select)'`].join('|'),
  'm',
);

/** What compares something else, or only these types by its nature. */
const NO_DECISION = [
  // People have an address and a number, whatever types there are.
  'components/table/contacts/MergeDialog.tsx',
  'components/table/contacts/PersonSheet.tsx',
  'server/tables/lists/contact-search.ts',
];

const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const list = guide.slice(guide.indexOf('### Example: a field type'), guide.indexOf('## Tests'));

describe('the list of places for a new field type', () => {
  const deciding = sources('lib', 'components', 'server', 'context', 'services')
    .filter(({ path }) => !/\.test\.tsx?$|\/migrations\/|^server\/platform\/extraction\//.test(path))
    .filter(({ text }) => DECIDES.test(text))
    .map(({ path }) => path);

  it('names every file that decides by the type of a field', () => {
    expect(deciding.length).toBeGreaterThan(20);
    const missing = deciding.filter((path) => !NO_DECISION.includes(path) && !list.includes(`\`${path}\``));
    expect(missing).toEqual([]);
  });

  it('has no exception that nothing needs', () => {
    expect(NO_DECISION.filter((path) => !deciding.includes(path) || list.includes(path))).toEqual([]);
  });
});
