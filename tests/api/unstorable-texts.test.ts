import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createForm, FORM_FIELDS, type FormInput } from '#tests/harness/forms.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

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

/** Every place of a table's requests where somebody writes a text: address below the table, and a part of its body. */
const placesOfTables = (
  text: string,
): [string, 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET', string, object?][] => {
  const column = { label: 'X', type: 'text', required: false };
  const choice = { ...column, type: 'select', options: [{ id: 'a', label: 'A' }] };
  const view = (settings: object) => ({ name: 'V', ...settings });
  const filter = { field: 'f_name', op: 'contains', value: text };
  const layout = { colors: [{ color: 'red', filter }] };
  const names = ['q', 'filter', 'sort', 'fields', 'view', 'after', 'before', 'around'];
  return [
    ['the id of a row', 'PATCH', 'rows/', { rows: [{ id: text, values: {} }] }],
    ['the id of a deleted row', 'POST', 'rows/restore/', { ids: [text] }],
    ['a column to match on', 'POST', 'rows/upsert/', { match_on: [text], rows: [{ values: {} }] }],
    ['a column of links', 'POST', 'rows/read-links/', { column: text, texts: ['x'] }],
    ['the label of a column', 'POST', 'columns/', { ...column, label: text }],
    ['the name of a column', 'POST', 'columns/', { ...column, name: text }],
    ['the id of a column', 'POST', 'columns/', { ...column, id: text }],
    ['a default', 'POST', 'columns/', { ...column, default: text }],
    ['the help of a column', 'POST', 'columns/', { ...column, help: text }],
    ['the label of an option', 'POST', 'columns/', { ...choice, options: [{ label: text }] }],
    ['the id of an option', 'POST', 'columns/', { ...choice, options: [{ id: text, label: 'A' }] }],
    ['a formula', 'POST', 'columns/', { ...column, type: 'formula', formula: `"${text}"` }],
    ['a linked table', 'POST', 'columns/', { ...column, type: 'link', table: text }],
    ['the column to stand before', 'POST', 'columns/', { ...column, before: text }],
    ['a pattern', 'POST', 'columns/', { ...column, rules: [{ rule: 'pattern', value: text }] }],
    ['the name of a view', 'POST', 'views/', view({ name: text })],
    ['the order of a view', 'POST', 'views/', view({ sort: [text] })],
    ['the groups of a view', 'POST', 'views/', view({ group: [text] })],
    ['a column of a view', 'POST', 'views/', view({ columns: [{ id: text }] })],
    ['the filter of a view', 'POST', 'views/', view({ filter })],
    ['a colour of a view', 'POST', 'views/', view({ layout })],
    ['the footer of a view', 'POST', 'views/', view({ layout: { footer: { [text]: 'sum' } } })],
    ['the filter of a bulk change', 'POST', 'bulk-changes/', { action: 'delete', dry_run: true, filter }],
    ['a row to merge', 'POST', 'merge/', { rows: [text, 'x'] }],
    ['a row that is no double', 'POST', 'distinct/', { rows: [text, 'x'] }],
    ['a tab', 'PUT', 'cursor/', { tab: text, row_id: null, column_id: null }],
    ...names
      .map((name) => [name, 'GET', `rows/?${name}=${encodeURIComponent(text)}`] as const)
      .map(([name, method, path]): [string, 'GET', string] => [`the query ${name}`, method, path]),
    ['the query group', 'GET', `aggregate/?group=${encodeURIComponent(text)}`],
    ['the query metrics', 'GET', `aggregate/?metrics=${encodeURIComponent(text)}`],
    ['an address', 'GET', `rows/${encodeURIComponent(text)}/`],
  ];
};

describe('a text of a table', () => {
  let table: { id: string };
  beforeAll(async () => {
    const columns = [{ id: 'f_name', name: 'name', label: 'Name', type: 'text', required: false }];
    table = await createTable(place.owner, place, columns);
  });

  it.each(placesOfTables('a\0b'))(
    'is refused with 422 where it has a NUL: %s',
    async (_, method, path, body) => {
      const response = await place.owner.client.fetch(method, `items/${table.id}/${path}`, body);
      expect(response.status, await response.text()).toBe(422);
    },
  );

  it.each([
    ['a NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\ud800b'],
    ['a key that is longer than any', 'x'.repeat(100_000)],
  ])('refuses the row alone that has %s, in its value or as its key', async (_, text) => {
    const path = `items/${table.id}/rows/` as const;
    const rows = [{ name: 'right' }, { name: text }, { [text]: 'x' }].map((values) => ({ values }));
    const upsert = { match_on: ['name'], rows: rows.slice(0, 2) };
    for (const sent of [
      expectData(await place.owner.client.post(path, { rows })),
      expectData(await place.owner.client.post(`${path}upsert/`, upsert)),
    ]) {
      const [right, ...others] = sent.map(({ status }) => status);
      expect(['done', 'unchanged']).toContain(right);
      expect(new Set(others)).toEqual(new Set(['refused']));
    }
  });
});
