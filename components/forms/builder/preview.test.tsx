import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { DefaultValue } from '#components/forms/builder/properties/DefaultValue.tsx';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import type { Form } from '#lib/contract/form.ts';
import { DEFAULT_SETTINGS } from '#lib/contract/form-settings.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { TEMPLATES } from '#lib/templates/index.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { Preview } from './Preview.tsx';

beforeAll(() =>
  Promise.all([import('#components/fields/NumberEditor.tsx'), import('#components/fields/PhoneEditor.tsx')]),
);

const FIELDS = [
  { id: 'f_amount', name: 'amount', label: 'Amount', type: 'number', rules: [{ rule: 'min', value: 1000 }] },
  { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone' },
];

function draftOf(): { draft: FormDraftControl; fields: DraftContent['fields'] } {
  const read = readFields(FIELDS);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { fields } = read;
  const blocks = fields.map(({ id }) => ({ kind: 'field' as const, field: id }));
  const content = {
    ...TEMPLATES.feedback,
    fields,
    layout: { pages: [{ id: 'p', blocks }] },
    translations: {},
  };
  const form = { id: 'f', slug: 'f', revision: 1, settings: DEFAULT_SETTINGS } as Form;
  const draft: Partial<FormDraftControl> = { form, content, saved: content, problems: [] };
  return { draft: draft as FormDraftControl, fields };
}

it('reads numbers and phone numbers as the published form will', async () => {
  const { draft } = draftOf();
  renderWithMessages(
    <InputFormatContext value={{ locale: 'de' }}>
      <PhoneCountryContext value="DE">
        <DraftContext value={draft}>
          <Preview onClose={() => undefined} />
        </DraftContext>
      </PhoneCountryContext>
    </InputFormatContext>,
  );
  fireEvent.change(await screen.findByLabelText(/^Amount/), { target: { value: '1.500' } });
  fireEvent.change(await screen.findByLabelText(/^Phone\s*\*/), { target: { value: '0171 2345678' } });
  fireEvent.click(screen.getByText('Send'));
  expect(screen.getByText(/would be/)).toBeInTheDocument();
});

it('asks about a default value with two readings', async () => {
  const { draft, fields } = draftOf();
  const [amount] = fields;
  if (!amount) throw new Error('There is no field');
  renderWithMessages(
    <InputFormatContext value={{ locale: 'fr' }}>
      <DraftContext value={draft}>
        <DefaultValue field={{ ...amount, default: '1.500' }} />
      </DraftContext>
    </InputFormatContext>,
  );
  expect(await screen.findByText('1500', { selector: 'button' })).toBeInTheDocument();
  expect(screen.getByLabelText(/^Amount/)).toHaveAttribute('aria-invalid', 'true');
});

it('stores a default phone number with the code of the form’s country, and keeps it as typed meanwhile', async () => {
  const { draft, fields } = draftOf();
  const phone = fields[1];
  if (!phone) throw new Error('There is no field');
  const stored: DraftContent[] = [];
  const change: FormDraftControl['change'] = (how) => {
    stored.push(how({ ...draft.content, fields }));
  };
  renderWithMessages(
    <PhoneCountryContext value="DE">
      <DraftContext value={{ ...draft, change }}>
        <DefaultValue field={phone} />
      </DraftContext>
    </PhoneCountryContext>,
  );
  const control = await screen.findByLabelText(/^Phone/, { selector: 'input' });
  fireEvent.change(control, { target: { value: '0171 2345678' } });
  expect(control).toHaveValue('0171 2345678');
  expect(stored).toMatchObject([{ fields: [{}, { default: '+49 171 2345678' }] }]);
  expect(readFields(stored[0]?.fields).ok).toBe(true);
});
