import { expect, test } from 'vitest';
import { type DraftContent, withCompleteLayout } from '#components/forms/draft/draft-content.ts';
import { draftProblems } from '#components/forms/draft/draft-problems.ts';
import { findField } from '#components/forms/draft/fields-in-draft.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { moveField, removeBrokenConditions } from './move-field.ts';

const field = (id: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id,
  name: id,
  label: id,
  type: 'number',
  required: true,
  ...more,
});
const formOf = (...fields: FieldDefinition[]): DraftContent =>
  withCompleteLayout({
    title: 'Form',
    description: '',
    fields,
    layout: { pages: [{ id: 'p1', blocks: [] }] },
    translations: {},
  });
const at = (content: DraftContent, id: string) => findField(content.fields, id);
const done = (content: DraftContent, id: string, to: Parameters<typeof moveField>[2]) => {
  const move = moveField(content, id, to);
  if (!move.ok) throw new Error(move.why);
  return move;
};

const FORM = formOf(
  field('price'),
  field('asked', { visible_if: { field: 'price', op: 'is_not_empty' } }),
  field('total', { formula: '{price} * 2', required: false }),
  field('order', { type: 'form', fields: [field('count'), field('price_in', { name: 'price' })] }),
);

test('moves a field into a group at its end, with a name of its own there, and formulas follow', () => {
  const { content } = done(FORM, 'price', { group: 'order' });
  expect(at(content, 'order')?.field.fields?.map(({ name }) => name)).toEqual(['count', 'price', 'price_2']);
  expect(content.layout.pages[0]?.blocks).toHaveLength(3);
  expect(at(content, 'total')?.field.formula).toBe('{order.price_2} * 2');
});

test('names the conditions that a move would break, and takes them out where that is wanted', () => {
  const move = done(FORM, 'price', { group: 'order' });
  expect(move.broken.map(({ place }) => place)).toMatchObject([{ kind: 'field', id: 'asked' }]);
  const content = removeBrokenConditions(move);
  expect(at(content, 'asked')?.field.visible_if).toBeUndefined();
  expect(draftProblems(content)).toEqual([]);
});

test('moves a field out of a group to a page and updates the formulas that refer to it', () => {
  const form = formOf(
    field('first'),
    field('order', {
      type: 'form',
      fields: [
        field('count'),
        field('note', { visible_if: { field: 'count', op: 'is_not_empty' } }),
        field('double', { formula: '{count} * 2', required: false }),
      ],
    }),
    field('sum', { formula: '{order.count} + 1', required: false }),
  );
  const { content, broken } = done(form, 'count', { position: { page: 0, at: 1 } });
  expect(broken).toEqual([]);
  expect(content.fields.map(({ id }) => id)).toEqual(['first', 'count', 'order', 'sum']);
  expect(at(content, 'sum')?.field.formula).toBe('{count} + 1');
  expect(at(content, 'double')?.field.formula).toBe('{count} * 2');
});

test('names formulas that would mean something else because a group is repeated', () => {
  const form = formOf(
    field('price'),
    field('total', { formula: '{price} * 2', required: false }),
    field('rows', { type: 'form', multiple: true, fields: [field('count')] }),
  );
  const { broken } = done(form, 'price', { group: 'rows' });
  expect(broken.map(({ place }) => place)).toEqual([{ kind: 'field', id: 'total', part: 'formula' }]);
});

test('refuses a group within itself, and what would be nested too deep', () => {
  const deep = (level: number): FieldDefinition =>
    level === 0
      ? field('leaf')
      : field(`g${level}`, { type: 'form', fields: [deep(level - 1), field(`x${level}`)] });
  const form = formOf(deep(4), field('one', { type: 'form', fields: [field('only'), field('other')] }));
  expect(moveField(form, 'g4', { group: 'g2' })).toEqual({ ok: false, why: 'itself' });
  expect(moveField(form, 'one', { group: 'g1' })).toEqual({ ok: false, why: 'depth' });
});

test('moves the last field out of its group to where the group stood, and the groups that this empties go', () => {
  const form = formOf(
    field('before'),
    field('outer', {
      type: 'form',
      fields: [field('inner', { type: 'form', multiple: true, fields: [field('only')] })],
    }),
    field('after', { visible_if: { field: 'outer', op: 'is_not_empty' } }),
    field('twice', { formula: '{outer.inner.only} * 2', required: false }),
  );
  const out = done(form, 'only', { position: { page: 0, at: 2 } });
  expect(out.emptied?.id).toBe('outer');
  expect(out.content.fields.map(({ id }) => id).toSorted()).toEqual(['after', 'before', 'only', 'twice']);
  expect(out.content.layout.pages[0]?.blocks).toMatchObject(
    ['before', 'only', 'after', 'twice'].map((id) => ({ field: id })),
  );
  expect(at(out.content, 'twice')?.field.formula).toBe('{only} * 2');
  expect(out.broken.map(({ place }) => place)).toMatchObject([{ id: 'after' }, { id: 'twice' }]);
  expect(draftProblems(removeBrokenConditions(out))).toEqual([]);

  const up = done(form, 'only', { group: 'outer' });
  expect(up.emptied?.id).toBe('inner');
  expect(at(up.content, 'outer')?.field.fields?.map(({ id }) => id)).toEqual(['only']);
});
