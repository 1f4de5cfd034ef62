import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { StoredLocalDraft } from '#components/forms/draft/local-draft.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import { MAIN_ID } from '#components/ui/SkipLink.tsx';
import { renderWithMessages } from '#tests/component/render.tsx';
import { DraftNotices } from './DraftNotices.tsx';

const LEFT = /^Another tab left changes to this form/;

it('offers what another tab left once nothing else is unsaved, and leads the focus to the form', async () => {
  const user = userEvent.setup();
  const chosen: string[] = [];
  const note = (name: string) => () => void chosen.push(name);
  const draft: Partial<FormDraftControl> = {
    ...{
      save: 'saved',
      theirs: null,
      merged: null,
      failure: null,
      isStoredLocally: true,
      settingConflicts: [],
    },
    storedDrafts: [{ at: Date.now() } as StoredLocalDraft],
    discard: note('discard'),
    restoreStored: note('show'),
    discardStored: note('discard stored'),
  };
  const at = (isRestored: boolean) => (
    <DraftContext.Provider value={{ ...draft, isRestored } as FormDraftControl}>
      <DraftNotices tab="build" tabPath={() => '/'} />
      <main id={MAIN_ID} tabIndex={-1} />
    </DraftContext.Provider>
  );
  const { rerender } = renderWithMessages(at(true));
  expect(screen.getByText('Your unsaved changes were restored.')).toBeVisible();
  expect(screen.queryByText(LEFT)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  rerender(at(false));
  expect(screen.getByText(LEFT)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show them' }));
  expect(screen.getByRole('main')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Discard them' }));
  expect(chosen).toEqual(['discard', 'show', 'discard stored']);
});
