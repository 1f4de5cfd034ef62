import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';

/** As the server sends them: it knows all functions. */
const FIELDS: FieldDefinition[] = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false },
  {
    ...{ id: 'f_shown', name: 'shown', label: 'Shown', type: 'text', required: false },
    formula: 'substitute({name}, " ", "-")',
  },
];

test('a value whose formula calls a function that is loaded late is computed once it is there', async () => {
  // Modules as a page has them that has computed nothing yet.
  vi.resetModules();
  const loaded = Promise.withResolvers<void>();
  const lazy = await vi.importActual<typeof import('./lazy-code.ts')>('./lazy-code.ts');
  vi.doMock('./lazy-code.ts', () => ({
    ...lazy,
    loadMoreFunctions: () => loaded.promise.then(() => import('#lib/fields/formula-more.ts')),
  }));
  try {
    const [{ useRecord }, { FieldList }, { renderWithMessages }] = await Promise.all([
      import('./use-record.ts'),
      import('./FieldList.tsx'),
      import('#tests/component/render.tsx'),
    ]);
    function Filling() {
      return <FieldList record={useRecord(FIELDS, { formatProblem: englishProblem })} />;
    }
    const user = userEvent.setup();
    renderWithMessages(<Filling />);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'ada lovelace');
    expect(screen.queryByText('ada-lovelace')).toBeNull();
    loaded.resolve();
    expect(await screen.findByText('ada-lovelace')).toBeTruthy();
    // What was filled in meanwhile stays.
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('ada lovelace');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' king');
    expect(await screen.findByText('ada-lovelace-king')).toBeTruthy();
  } finally {
    vi.doUnmock('./lazy-code.ts');
    vi.resetModules();
  }
});
