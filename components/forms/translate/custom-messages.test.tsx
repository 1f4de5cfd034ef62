import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import type { Form } from '#lib/contract/form.ts';
import { DEFAULT_SETTINGS } from '#lib/contract/form-settings.ts';
import { TEMPLATES } from '#lib/templates/index.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { CustomMessages } from './CustomMessages.tsx';

const form = { id: 'f', revision: 1, settings: DEFAULT_SETTINGS } as Form;
let content: DraftContent;

function Tab({ tag }: { tag: string }) {
  const [now, setNow] = useState<DraftContent>({ ...TEMPLATES.feedback, translations: {} });
  content = now;
  const change: FormDraftControl['change'] = (how) => setNow(how);
  const draft: Partial<FormDraftControl> = { form, content: now, change };
  return (
    <DraftContext value={draft as FormDraftControl}>
      <CustomMessages tag={tag} language="It" />
    </DraftContext>
  );
}

const typeInto = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

it('keeps the page’s own messages in a language, and says which places of one do not fit', () => {
  renderWithMessages(<Tab tag="ja" />);
  typeInto(screen.getByLabelText(/Page’s own.*Next/), '次へ');
  expect(content.translations.ja).toEqual({ 'own.fill.next': '次へ' });
  const progress = screen.getByLabelText(/Page \{page\} of \{pages\}/);
  typeInto(progress, '{page} / {all}');
  expect(progress).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByText(/must stand in both texts: \{all\}, \{pages\}/)).toBeInTheDocument();
  typeInto(progress, '{page} / {pages}');
  expect(progress).not.toHaveAttribute('aria-invalid');
});

it('marks no text as missing when the page has its own text for it', () => {
  renderWithMessages(<Tab tag="en" />);
  typeInto(screen.getByLabelText(/Page’s own.*Next/), 'Onwards');
  expect(screen.queryByText('Missing')).toBeNull();
  expect(content.translations.en).toEqual({ 'own.fill.next': 'Onwards' });
});
