import { expect, test } from 'vitest';
import { optionsFromText, optionsToText } from '#components/forms/builder/options/options-text.ts';
import { newRule } from '#components/forms/builder/rules/new-rule.ts';
import { type DraftContent, withCompleteLayout } from '#components/forms/draft/draft-content.ts';
import { draftProblems } from '#components/forms/draft/draft-problems.ts';
import { isDerivedName, limitExceeded, uniqueFieldName } from '#components/forms/draft/fields-in-draft.ts';
import { FIELD_TYPES, rulesFor } from '#lib/fields/field-types.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { readLayout } from '#lib/forms/read-layout.ts';
import {
  addField,
  addPage,
  changeField,
  duplicateNode,
  flattenLayout,
  moveNodeByStep,
  removeNode,
  removePage,
  reorderBlocks,
} from './draft-changes.ts';
import { changeFieldType, compatibleTypes, newField } from './new-field.ts';

const TEXTS = { label: 'A field', option: (number: number) => `Option ${number}`, inner: 'Name' };

const CONTENT: DraftContent = withCompleteLayout({
  title: 'Camp',
  description: '',
  fields: [
    { id: 'a', name: 'a', label: 'A', type: 'number' },
    { id: 'z', name: 'z', label: 'Z', type: 'text' },
    { id: 'b', name: 'b', label: 'B', type: 'text', visible_if: { field: 'a', op: 'greater', value: 1 } },
    { id: 'c', name: 'c', label: 'C', type: 'number', formula: '{a} * 2' },
    {
      id: 'g',
      name: 'g',
      label: 'G',
      type: 'form',
      multiple: true,
      fields: [{ id: 'i', name: 'i', label: 'I', type: 'text' }],
    },
  ],
  layout: {
    pages: [
      {
        id: 'p1',
        blocks: [
          { kind: 'field', field: 'a' },
          { kind: 'field', field: 'z' },
          { kind: 'section', id: 's', title: 'More' },
        ],
      },
      {
        id: 'p2',
        visible_if: {
          or: [
            { field: 'a', op: 'equals', value: 3 },
            { field: 'z', op: 'is_empty' },
          ],
        },
        blocks: [
          { kind: 'field', field: 'b' },
          { kind: 'field', field: 'c' },
          { kind: 'field', field: 'g' },
        ],
      },
    ],
  },
  translations: {},
});

test.each(FIELD_TYPES)('a new field of type %s is required, and so are the fields within it', (type) => {
  const field = newField(type, TEXTS, new Set());
  for (const one of [field, ...(field.fields ?? [])]) expect(one.required).toBe(true);
});

test('a field of every type, with each of its rules, can be saved as it begins', () => {
  for (const type of FIELD_TYPES) {
    const field = newField(type, TEXTS, new Set());
    expect(readFields([field]), type).toMatchObject({ ok: true });
    for (const rule of rulesFor(field)) {
      const rules = [newRule(rule, field)];
      expect(readFields([{ ...field, rules }]), `${type} ${rule}`).toMatchObject({ ok: true });
      for (const other of rulesFor(field).filter((name) => name !== rule)) {
        const both = [...rules, newRule(other, { ...field, rules })];
        expect(readFields([{ ...field, rules: both }]), `${type} ${rule} ${other}`).toMatchObject({
          ok: true,
        });
      }
    }
  }
});

test('a field whose type is changed preserves the properties of the new type and can be saved', () => {
  for (const type of FIELD_TYPES) {
    const field = newField(type, TEXTS, new Set());
    field.rules = rulesFor(field)
      .slice(0, 1)
      .map((rule) => newRule(rule, field));
    for (const other of compatibleTypes(type)) {
      expect(readFields([changeFieldType(field, other)]), `${type} to ${other}`).toMatchObject({ ok: true });
    }
  }
  const choice = { ...newField('select', TEXTS, new Set()), help: 'Help' };
  expect(changeFieldType(choice, 'checkboxes')).toMatchObject({ options: choice.options, help: 'Help' });
});

test('names come from labels, each once, and follow them while nobody chose another', () => {
  expect(uniqueFieldName('Your full name!', new Set())).toBe('your_full_name');
  expect(uniqueFieldName('Name', new Set(['name', 'name_2']))).toBe('name_3');
  expect(uniqueFieldName('名前', new Set())).toBe('field');
  expect(uniqueFieldName('x'.repeat(500), new Set()).length).toBeLessThanOrEqual(100);
  expect(isDerivedName('name_3', 'Name')).toBe(true);
  expect(isDerivedName('chosen', 'Name')).toBe(false);
});

test('removes the conditions that refer to a field when it is deleted, and reports the formulas', () => {
  const left = withCompleteLayout(removeNode(CONTENT, 'a'));
  expect(left.fields.map(({ id }) => id)).toEqual(['z', 'b', 'c', 'g']);
  expect(left.fields[1]).not.toHaveProperty('visible_if');
  expect(left.layout.pages[1]?.visible_if).toEqual({ field: 'z', op: 'is_empty' });
  // A formula can't be rewritten automatically: it is reported instead.
  expect(draftProblems(left)).toMatchObject([{ place: { kind: 'field', id: 'c', part: 'formula' } }]);
});

test('formulas follow a field that is called otherwise', () => {
  const renamed = changeField(CONTENT, 'a', (field) => ({ ...field, name: 'nights' }));
  expect(renamed.fields[3]?.formula).toBe('{nights} * 2');
});

test('blocks go step by step, from page to page, and stop at the ends', () => {
  const keysOf = (content: DraftContent) => flattenLayout(content.layout).join(' ');
  expect(keysOf(CONTENT)).toBe('p1 a z s p2 b c g');
  const movedBack = moveNodeByStep(CONTENT, 's', 1);
  expect(keysOf(movedBack)).toBe('p1 a z p2 s b c g');
  expect(keysOf(moveNodeByStep(movedBack, 's', -1))).toBe('p1 a z s p2 b c g');
  expect(moveNodeByStep(CONTENT, 'a', -1)).toBe(CONTENT);
  expect(moveNodeByStep(CONTENT, 'g', 1)).toBe(CONTENT);
});

test('a dragged block belongs to the page that it is dropped on', () => {
  const moved = withCompleteLayout(reorderBlocks(CONTENT, ['p1', 'a', 'z', 's', 'c', 'p2', 'b', 'g']));
  expect(moved.layout.pages[0]?.blocks.at(-1)).toEqual({ kind: 'field', field: 'c' });
  expect(moved.fields.map(({ id }) => id)).toEqual(['a', 'z', 'c', 'b', 'g']);
});

test('a copy has ids and a name of its own, also within', () => {
  const done = duplicateNode(CONTENT, 'g');
  const copy = done && withCompleteLayout(done.content).fields.at(-1);
  expect(copy).toMatchObject({ id: done?.id, name: 'g_2', label: 'G' });
  expect(copy?.fields?.[0]?.id).not.toBe('i');
  expect(done && draftProblems(withCompleteLayout(done.content))).toEqual([]);
});

test('moves the blocks of a deleted page to the page before it', () => {
  const two = removePage(CONTENT, 'p2');
  expect(flattenLayout(two.layout)).toEqual(['p1', 'a', 'z', 's', 'b', 'c', 'g']);
  expect(removePage(two, 'p1')).toBe(two);
  const three = addPage(CONTENT, { id: 'p3', blocks: [] }, 0);
  expect(three.layout.pages.map(({ id }) => id)).toEqual(['p1', 'p3', 'p2']);
});

test('the draft that is made by adding is one that the server takes', () => {
  const field = newField('file', TEXTS, new Set());
  const content = withCompleteLayout(addField(CONTENT, field, { page: 1, at: 1 }));
  expect(readLayout(content.layout, content.fields)).toMatchObject({ ok: true });
  expect(content.fields.map(({ id }) => id)).toEqual(['a', 'z', 'b', field.id, 'c', 'g']);
});

test('groups too deep and fields too many are refused before they are added', () => {
  const group = newField('form', TEXTS, new Set());
  expect(limitExceeded([], [group], 4)).toBeNull();
  expect(limitExceeded([], [group], 5)).toBe('depth');
  const many = Array.from({ length: 499 }, () => newField('text', TEXTS, new Set()));
  expect(limitExceeded(many, [newField('text', TEXTS, new Set())], 1)).toBeNull();
  expect(limitExceeded(many, [group], 1)).toBe('fields');
});

test('options from lines keep the ids of those that were there', () => {
  const before = [
    { id: 'r', label: 'Red' },
    { id: 'b', label: 'Blue' },
  ];
  const after = optionsFromText('Blue\n\n  Green \r\nRed', before);
  expect(after.map(({ label }) => label)).toEqual(['Blue', 'Green', 'Red']);
  expect([after[0]?.id, after[2]?.id]).toEqual(['b', 'r']);
  expect(optionsToText(before)).toBe('Red\nBlue');
});
