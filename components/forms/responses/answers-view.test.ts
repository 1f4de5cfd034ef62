import { describe, expect, it } from 'vitest';
import { answersView, filtersOf, isNarrowed, queryOf, WHOLE_VIEW } from './answers-view.ts';

describe('the view of answers in the address', () => {
  it('comes back as it was', () => {
    const view = {
      ...WHOLE_VIEW,
      mode: 'one' as const,
      answer: 'id',
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
    expect(answersView(queryOf(view))).toEqual(view);
    expect(answersView(queryOf({ ...view, where: view.where.slice(0, 1) })).where).toHaveLength(1);
    expect(answersView(queryOf(WHOLE_VIEW))).toEqual(WHOLE_VIEW);
    expect(isNarrowed(WHOLE_VIEW)).toBe(false);
  });

  it('leaves out what it cannot mean', () => {
    for (const filter of ['{', '[1]', '{"field":1}', '{"field":"f","op":"drop"}', '{"and":[null,3]}']) {
      expect(answersView({ filter }).where).toEqual([]);
    }
    expect(answersView({ view: 'x', state: 'x', version: '1e9', from: 'x', to: '1', q: ['a', 'b'] })).toEqual(
      WHOLE_VIEW,
    );
  });

  it('is what the API is asked', () => {
    const view = { ...WHOLE_VIEW, where: [{ field: 'f', op: 'is_empty' as const }], q: 'x' };
    expect(filtersOf(view)).toEqual({ q: 'x', filter: '{"field":"f","op":"is_empty"}' });
  });
});
