import { expect, test } from 'vitest';
import type { FormVersion } from '#lib/contract/form.ts';
import type { SubmitResult } from '#lib/contract/submit.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { changeForm, createForm, createOpenForm, publishForm } from '#tests/harness/forms.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const FIELDS = [
  {
    id: 'adult',
    name: 'adult',
    label: 'Adult',
    type: 'select',
    options: [
      { id: 'yes', label: 'Yes' },
      { id: 'no', label: 'No' },
    ],
  },
  { id: 'parent', name: 'parent', label: 'Parent', type: 'text' },
];
const LAYOUT = {
  pages: [
    { id: 'p1', title: 'You', blocks: [{ kind: 'field', field: 'adult' }] },
    {
      id: 'p2',
      visible_if: { field: 'adult', op: 'equals', value: 'no' },
      blocks: [
        { kind: 'section', id: 's1', title: 'Your parents' },
        { kind: 'field', field: 'parent' },
      ],
    },
  ],
};
const TRANSLATIONS = { de: { title: 'Lager', 'fields.parent.label': 'Elternteil', 'pages.p1.title': 'Du' } };

test('stores pages with the form version, and requires a page only when its condition holds', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createOpenForm(owner, { hub, space }, { fields: FIELDS, layout: LAYOUT });
  const open = expectData(await server.client.get(`public/forms/${form.slug}/`));
  expect(open.layout).toEqual(LAYOUT);
  const submit = (values: Record<string, string>) =>
    server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values });
  expectData(await submit({ adult: 'yes' }), 201);
  const withoutParent = await submit({ adult: 'no' });
  expectRefusal(withoutParent, 422);
  expect(withoutParent.body.fields).toEqual({ parent: ['Please enter Parent'] });

  await changeForm(owner, form, { layout: { pages: [{ id: 'p1', blocks: [] }] } });
  await publishForm(owner, form);
  const first = expectData(await owner.client.get<FormVersion>(`forms/${form.id}/versions/1/`));
  expect(first.layout).toEqual(LAYOUT);
  const second = expectData(await owner.client.get<FormVersion>(`forms/${form.id}/versions/2/`));
  expect(second.layout).toEqual({
    pages: [
      {
        id: 'p1',
        blocks: [
          { kind: 'field', field: 'adult' },
          { kind: 'field', field: 'parent' },
        ],
      },
    ],
  });
});

test('refuses fields that a page’s condition could no longer refer to', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createForm(owner, { hub, space }, { fields: FIELDS, layout: LAYOUT });
  const without = await owner.client.patch(`forms/${form.id}/`, { fields: FIELDS.slice(1) });
  expectRefusal(without, 422);
  expect(without.body.fields).toEqual({
    'layout.pages[1].visible_if.field': ['The condition asks for a field that is not in reach'],
  });
  const both = { fields: FIELDS.slice(1), layout: { pages: [] } };
  const saved = expectData(await owner.client.patch(`forms/${form.id}/`, both));
  expect(saved.layout.pages).toHaveLength(1);
  const wrong = await owner.client.patch(`forms/${form.id}/`, { layout: 'two pages' });
  expectRefusal(wrong, 422);
  expect(wrong.body.fields).toEqual({ layout: ['Layout is not a valid layout'] });
});

test('translates a form and its errors, and stores the language of a submission', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const input = { title: 'Camp', fields: FIELDS, layout: LAYOUT, translations: TRANSLATIONS };
  const form = await createOpenForm(owner, { hub, space }, input);
  const read = async (language: string) =>
    expectData(await server.client.get(`public/forms/${form.slug}/?language=${language}`));
  expect(await read('de-CH')).toMatchObject({ title: 'Lager', language: 'de', languages: ['en', 'de'] });
  expect(await read('fr')).toMatchObject({ title: 'Camp', language: 'en' });

  const path = `public/forms/${form.slug}/submissions/`;
  const wrong = await server.client.post(path, {
    version: 1,
    values: { adult: 'no' },
    meta: { language: 'de' },
  });
  expectRefusal(wrong, 422);
  expect(wrong.body.fields).toEqual({ parent: ['Please enter Elternteil'] });
  const right = { version: 1, values: { adult: 'no', parent: 'Ada' }, meta: { language: 'de' } };
  const { id } = expectData(await server.client.post<SubmitResult>(path, right), 201);
  const shown = expectData(await owner.client.get(`forms/${form.id}/submissions/${id}/`));
  expect(shown).toMatchObject({ language: 'de', title: 'Lager', layout: { pages: [{ title: 'Du' }, {}] } });
});
