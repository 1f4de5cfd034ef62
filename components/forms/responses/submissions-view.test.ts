import { describe, expect, it } from 'vitest';
import { DEFAULT_VIEW, filtersOf, isFiltered, queryOf, submissionsViewOf } from './submissions-view.ts';

describe('the view of submissions in the address', () => {
  it('comes back as it was', () => {
    const view = {
      ...DEFAULT_VIEW,
      mode: 'one' as const,
      submission: 'id',
      q: 'ada',
      state: 'seen' as const,
      version: '2',
      from: '2026-01-01',
      to: '2026-02-01',
      assignee: 'me',
      where: [
        { field: 'f', op: 'equals' as const, value: 'x' },
        { field: 'g', op: 'is_empty' as const },
      ],
      sort: 'field:f',
    };
    expect(submissionsViewOf(queryOf(view))).toEqual(view);
    expect(submissionsViewOf(queryOf({ ...view, where: view.where.slice(0, 1) })).where).toHaveLength(1);
    expect(submissionsViewOf(queryOf(DEFAULT_VIEW))).toEqual(DEFAULT_VIEW);
    expect(isFiltered(DEFAULT_VIEW)).toBe(false);
  });

  it('leaves out what it cannot mean', () => {
    for (const filter of ['{', '[1]', '{"field":1}', '{"field":"f","op":"drop"}', '{"and":[null,3]}']) {
      expect(submissionsViewOf({ filter }).where).toEqual([]);
    }
    expect(
      submissionsViewOf({ view: 'x', state: 'x', version: '1e9', from: 'x', to: '1', q: ['a', 'b'] }),
    ).toEqual(DEFAULT_VIEW);
  });

  it('becomes the filters of the API request', () => {
    const view = { ...DEFAULT_VIEW, where: [{ field: 'f', op: 'is_empty' as const }], q: 'x' };
    expect(filtersOf(view)).toEqual({ q: 'x', filter: '{"field":"f","op":"is_empty"}' });
  });
});
