import { expect, it } from 'vitest';
import { CONTACT_RECORD } from '#lib/fields/contact-record.ts';
import { unknownParts, unknownPartsOfCondition, unknownPartsWithin } from '#lib/fields/unknown-parts.ts';
import { columnsOfFields, fieldsOfColumns } from '#lib/forms/columns-and-fields.ts';
import { TEMPLATE_NAMES, TEMPLATES } from '#lib/templates/index.ts';

const pathsOf = (problems: { path: string }[]) => problems.map(({ path }) => path);

it('names the keys that no part of a form has, at any depth', () => {
  const condition = { or: [{ field: 'f', op: 'equals', value: 'x', note: 1 }, { not: { and: [], why: 1 } }] };
  const field = {
    ...{ id: 'f', name: 'f', label: 'F', type: 'select', colour: 'red' },
    options: [{ id: 'a', label: 'A' }, { label: 'B', color: 'red' }, 7],
    rules: [{ rule: 'min_count', value: 1, reason: 'x' }],
    visible_if: condition,
    fields: [{ name: 'g', label: 'G', type: 'text', width: 2 }],
  };
  const layout = {
    pages: [{ id: 'p', blocks: [{ kind: 'text', id: 't', text: 'x', align: 'left' }], next: 'q' }],
    theme: {},
  };
  const problems = unknownParts({ fields: [field, null], layout });
  expect(pathsOf(problems)).toEqual([
    ...['fields[0].colour', 'fields[0].options[1].color', 'fields[0].rules[0].reason'],
    ...['fields[0].visible_if.or[0].note', 'fields[0].visible_if.or[1].not.why', 'fields[0].fields[0].width'],
    ...['layout.theme', 'layout.pages[0].next', 'layout.pages[0].blocks[0].align'],
  ]);
  expect(problems[0]).toMatchObject({ code: 'unknown_field', params: { label: 'colour' } });
  expect(pathsOf(unknownPartsWithin({ ...field, via: 'x' }))[0]).toBe('options[1].color');
  expect(pathsOf(unknownPartsOfCondition(condition, 'filter'))).toEqual([
    'filter.or[0].note',
    'filter.or[1].not.why',
  ]);
});

it('names twenty at most, cut, and takes keys of every object for what they are', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${'x'.repeat(200)}${at}`, 1]));
  const problems = unknownParts({ fields: [many, JSON.parse('{"__proto__": {"label": "x"}}')] });
  expect(problems).toHaveLength(20);
  expect(problems[0]?.params.label).toHaveLength(100);
  expect(pathsOf(unknownParts({ fields: [JSON.parse('{"__proto__": {}}'), { toString: 1 }] }))).toEqual([
    'fields[0].__proto__',
    'fields[1].toString',
  ]);
});

it('finds none in what screens send: templates, and what columns and fields are made of', () => {
  for (const name of TEMPLATE_NAMES) expect(unknownParts(TEMPLATES[name])).toEqual([]);
  const record = CONTACT_RECORD.map((one) => ({ ...one, id: one.name, revision: 1 }));
  for (const made of [fieldsOfColumns(record), columnsOfFields(record)])
    expect(unknownParts({ fields: made })).toEqual([]);
});
