import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';

const PICK: FieldDefinition = {
  ...{ id: 'f_pick', name: 'pick', label: 'Pick', type: 'select' },
  options: [{ id: 'o1', label: 'One' }],
};

test.each([
  [PICK, { ...PICK, allow_other: true }],
  [{ ...PICK, allow_other: true }, PICK],
])('switches a text of one’s own on and off for a choice', async (before, after) => {
  const change = vi.fn<FormDraftControl['change']>();
  const draft = { change, problems: [] } as unknown as FormDraftControl;
  renderWithMessages(
    <DraftContext value={draft}>
      <OptionsEditor field={before} />
    </DraftContext>,
  );
  const offer = screen.getByRole('switch', { name: /Other…/ });
  expect(offer).toHaveProperty('checked', before.allow_other === true);
  await userEvent.click(offer);
  const content = { fields: [before] } as Parameters<Parameters<typeof change>[0]>[0];
  expect(change.mock.calls[0]?.[0](content).fields).toEqual([after]);
});
