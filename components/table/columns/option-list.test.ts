import { expect, it } from 'vitest';
import type { OptionDraft } from './option-list.ts';
import { optionDrafts, placeOfSent, sentOptions, withLines } from './option-list.ts';

const draft = (id: string, label: string, color: OptionDraft['color'] = null): OptionDraft => ({
  ...{ id, label, color },
});

it('reads options with their colours, and sends them with the same ids', () => {
  const column = {
    options: [
      { id: 'a', label: 'Open' },
      { id: 'constructor', label: 'Done' },
    ],
    option_colors: { a: 'green' as const },
  };
  const drafts = optionDrafts(column);
  expect(drafts).toEqual([draft('a', 'Open', 'green'), draft('constructor', 'Done')]);
  expect(sentOptions(drafts)).toEqual(column);
});

it('sends no empty options, and names problems by the place in the list', () => {
  const drafts = [draft('a', ' '), draft('b', ' Open ', 'red'), draft('c', ''), draft('d', 'Done')];
  expect(sentOptions(drafts)).toEqual({
    options: [
      { id: 'b', label: 'Open' },
      { id: 'd', label: 'Done' },
    ],
    option_colors: { b: 'red' },
  });
  expect([placeOfSent(drafts, 0), placeOfSent(drafts, 1), placeOfSent(drafts, 2)]).toEqual([1, 3, -1]);
  expect(sentOptions([draft('a', 'Open')]).option_colors).toBeNull();
});

it('makes an option of each pasted line, none twice', () => {
  const drafts = [draft('a', ''), draft('b', 'Done')];
  const labels = withLines(drafts, 0, ' Open\r\n\nDone\nLate\nLate\nOpen ').map(({ label }) => label);
  expect(labels).toEqual(['Open', 'Late', 'Done']);
  expect(new Set(withLines(drafts, 0, 'x\ny\nz').map(({ id }) => id)).size).toBe(4);
});
