import { expect, test } from 'vitest';
import type { FormChanges } from '#lib/contract/form-changes.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { changeForm, createForm, createOpenForm, FORM_FIELDS } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('returns the changes of a publication with the number of submissions that each concerns', async () => {
  const at = await createPlace(server.client);
  const age = { id: 'f_age', name: 'age', label: 'Age', type: 'number', required: false };
  const gone = { id: 'f_gone', name: 'gone', label: 'Gone', type: 'text', required: false };
  const form = await createOpenForm(at.owner, at, { fields: [...FORM_FIELDS, age, gone] });
  const submissions = [
    { name: 'Ada', colour: 'red', age: 12, gone: 'x' },
    { name: 'Grace', colour: 'blue', age: 40 },
    { name: 'Al', age: 70 },
  ];
  for (const values of submissions)
    expectData(
      await server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values }),
      201,
    );
  const changes = async () => expectData(await at.owner.client.get(`forms/${form.id}/changes/`));

  expect(await changes()).toEqual({ version: 1, answers: 3, safe: [], narrows: [], removes: [] });

  const [name, colour] = FORM_FIELDS;
  await changeForm(at.owner, form, {
    title: 'Another title',
    fields: [
      { ...name, rules: [{ rule: 'min_length', value: 3 }] },
      { ...colour, required: true, options: [colour.options[0]] },
      { ...age, rules: [{ rule: 'min', value: 18 }] },
      { id: 'f_new', name: 'new', label: 'New', type: 'text' },
    ],
  });
  const impact = await changes();
  const counted = (list: FormChanges['safe']) =>
    Object.fromEntries(list.map(({ code, field, answers: count }) => [`${code} ${field}`, count]));
  expect(counted(impact.removes)).toEqual({ 'field_removed f_gone': 1 });
  expect(counted(impact.narrows)).toEqual({
    'rule_added f_name': 1,
    'option_removed f_colour': 1,
    'now_required f_colour': 1,
    'rule_added f_age': 1,
    'required_field_added f_new': 3,
  });
  expect(impact.safe.map(({ code }) => code)).toEqual(['title_changed']);
});

test('returns no changes for a form that was never published', async () => {
  const at = await createPlace(server.client);
  const form = await createForm(at.owner, at);
  expect(expectData(await at.owner.client.get(`forms/${form.id}/changes/`))).toEqual({
    version: null,
    answers: 0,
    safe: [],
    narrows: [],
    removes: [],
  });
});
