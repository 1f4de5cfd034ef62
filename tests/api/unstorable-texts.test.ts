import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createForm, FORM_FIELDS, type FormInput } from '#tests/harness/forms.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let form: { id: string };
beforeAll(async () => {
  place = await createPlace(server.client);
  form = await createForm(place.owner, place);
});

const [NAME, COLOUR] = FORM_FIELDS;
const LAYOUT = { id: 'one', blocks: [{ kind: 'field', field: 'f_name' }] };

/** Every place of a form where somebody writes a text, with the part of a request that has one there. */
const places = (text: string): [string, FormInput | object][] => [
  ['title', { title: text }],
  ['description', { description: text }],
  ['settings.confirmation', { settings: { confirmation: text } }],
  ['settings.language', { settings: { language: text } }],
  ['settings.country', { settings: { country: text } }],
  ['settings.time_zone', { settings: { time_zone: text } }],
  ['settings.opens_at', { settings: { opens_at: text } }],
  ['settings.receipt_field', { settings: { receipt_field: text } }],
  ['settings.notify', { settings: { notify: [`${text}@example.test`] } }],
  ['settings.embed_origins', { settings: { embed_origins: [`https://${text}.example`] } }],
  ['a value of settings.theme', { settings: { theme: { preset: text } } }],
  ['a key of settings.theme', { settings: { theme: { [text]: 'x' } } }],
  [
    'a key of settings.option_sources',
    { settings: { option_sources: { [text]: { table: 't', column: null } } } },
  ],
  [
    'a value of settings.option_sources',
    { settings: { option_sources: { f: { table: text, column: null } } } },
  ],
  ['a label', { fields: [{ ...NAME, label: text }] }],
  ['a name', { fields: [{ ...NAME, name: text }] }],
  ['a placeholder', { fields: [{ ...NAME, placeholder: text }] }],
  ['a default', { fields: [{ ...NAME, default: text }] }],
  ['a default of JSON', { fields: [{ ...NAME, type: 'json', default: { [text]: [text] } }] }],
  [
    'the message of a rule',
    { fields: [{ ...NAME, rules: [{ rule: 'min_length', value: 1, message: text }] }] },
  ],
  ['a pattern', { fields: [{ ...NAME, rules: [{ rule: 'pattern', value: text }] }] }],
  ['an option', { fields: [{ ...COLOUR, options: [{ id: 'x', label: text }] }] }],
  [
    'a condition',
    { fields: [NAME, { ...COLOUR, visible_if: { field: 'f_name', op: 'equals', value: text } }] },
  ],
  ['a formula', { fields: [{ ...NAME, formula: `"${text}"` }] }],
  ['the title of a page', { fields: FORM_FIELDS, layout: { pages: [{ ...LAYOUT, title: text }] } }],
  ['the id of a page', { fields: FORM_FIELDS, layout: { pages: [{ ...LAYOUT, id: text }] } }],
  ['a translation', { translations: { de: { title: text } } }],
  ['the key of a translation', { translations: { de: { [text]: 'Titel' } } }],
  ['the language of a translation', { translations: { [text]: { title: 'Titel' } } }],
];

describe.each([
  ['NUL', 'a\0b'],
  ['half of a surrogate pair', 'a\ud800b'],
])('%s in a text of a form', (_, text) => {
  it.each(places(text))(
    'is refused with 422 in %s, whether the form is new or changed',
    async (_place, part) => {
      const { owner, hub, space } = place;
      const made = await owner.client
        .in(hub)
        .post(`spaces/${space.slug}/forms/`, { title: 'Form', fields: FORM_FIELDS, ...part });
      expectRefusal(made, 422);
      expect(Object.keys(made.body.fields ?? {}).length).toBeGreaterThan(0);
      expectRefusal(await owner.client.patch(`forms/${form.id}/`, part), 422);
      expectData(await owner.client.get(`forms/${form.id}/`));
    },
  );
});
