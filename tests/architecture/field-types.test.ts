import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '#lib/fields/field-types.ts';
import { ROOT, sources } from './sources.ts';

const TYPE = `'(?:${FIELD_TYPES.join('|')})'`;

/** A comparison with a type, a case of it, or a list of several: code that treats it in another way than others. */
const DECIDES = new RegExp(
  [
    `\\b(?:\\w*[tT]ype)\\)? ?[!=]== ?${TYPE}`,
    `${TYPE} ?[!=]== ?(?:\\w+\\.)*(?:\\w*[tT]ype)\\b`,
    `^\\s*case '(?:phone|datetime|multi-select|checkboxes|textarea)'`,
    // A list or a set of them.
    `${TYPE},\\s*${TYPE}`,
  ].join('|'),
  'm',
);

/** Templates choose types for what they are made for. */
const TEMPLATES = 'lib/templates/';

/** Code that has fields or columns: previews and anchors have a type of their own. */
const HAS_FIELDS = /\bField(?:Definition|Type)\b|Column\b|\bfields?\b/;

/** What compares something else, or only these types by its nature. */
const NO_DECISION = [
  // What the database has a column as.
  'server/tables/columns/preview-column.ts',
  // Anchors of comments and previews of items have types of their own.
  'components/space/comments/CommentsPanel.tsx',
  'components/space/comments/ThreadCard.tsx',
  'components/space/item/ItemBody.tsx',
  // People have an address and a number, whatever types there are.
  'components/table/contacts/MergeDialog.tsx',
  'components/table/contacts/PersonSheet.tsx',
  'components/table/row/ContactSearches.tsx',
  'lib/contacts/contact-columns.ts',
  'server/tables/lists/contact-search.ts',
  // Only ids of files are names in a row's history.
  'server/tables/rows/history-names.ts',
];

const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const list = guide.slice(guide.indexOf('### Example: a field type'), guide.indexOf('## Tests'));

describe('the list of places for a new field type', () => {
  const deciding = sources('lib', 'components', 'server', 'context', 'services')
    .filter(({ path }) => !/\.test\.tsx?$|\/migrations\/|^server\/platform\/extraction\//.test(path))
    .filter(({ path }) => !path.startsWith(TEMPLATES))
    .filter(({ text }) => DECIDES.test(text) && HAS_FIELDS.test(text))
    .map(({ path }) => path);

  it('names every file that decides by the type of a field', () => {
    expect(deciding.length).toBeGreaterThan(100);
    const missing = deciding.filter((path) => !NO_DECISION.includes(path) && !list.includes(`\`${path}\``));
    expect(missing).toEqual([]);
  });

  it('has no exception that nothing needs', () => {
    expect(NO_DECISION.filter((path) => !deciding.includes(path) || list.includes(path))).toEqual([]);
  });
});
