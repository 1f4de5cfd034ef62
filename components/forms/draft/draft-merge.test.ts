import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addField,
  addFieldToGroup,
  addPage,
  changeField,
  changePage,
  moveBlock,
  moveNodeByStep,
  removeNode,
  removePage,
} from '#components/forms/builder/changes/draft-changes.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { type DraftContent, withCompleteLayout } from './draft-content.ts';
import { mergeDrafts, revertChange } from './draft-merge.ts';
import { draftProblems } from './draft-problems.ts';
import { findField } from './fields-in-draft.ts';

const text = (id: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id,
  name: id,
  label: `Label ${id}`,
  type: 'text',
  required: true,
  ...more,
});
const OPTIONS = [
  { id: 'o1', label: 'Red' },
  { id: 'o2', label: 'Green' },
  { id: 'o3', label: 'Blue' },
];
const BASE: DraftContent = withCompleteLayout({
  title: 'Camp',
  description: '',
  fields: [
    text('a'),
    text('b', { visible_if: { field: 'a', op: 'is_not_empty' } }),
    text('color', { type: 'select', options: OPTIONS }),
    text('group', { type: 'form', fields: [text('g1'), text('g2')] }),
    text('c', { rules: [{ rule: 'min_length', value: 2 }] }),
  ],
  layout: {
    pages: [
      {
        id: 'p1',
        blocks: [
          { kind: 'field', field: 'a' },
          { kind: 'text', id: 't1', text: 'Hello' },
          { kind: 'field', field: 'b' },
          { kind: 'field', field: 'color' },
        ],
      },
      {
        id: 'p2',
        title: 'Second',
        blocks: [
          { kind: 'field', field: 'group' },
          { kind: 'field', field: 'c' },
        ],
      },
    ],
  },
  translations: { de: { title: 'Lager', 'fields.a.label': 'Ah' } },
});

const field = (content: DraftContent, id: string) => findField(content.fields, id)?.field;
const set = (id: string, more: Partial<FieldDefinition>) => (content: DraftContent) =>
  changeField(content, id, (one) => ({ ...one, ...more }));
const order = ({ layout }: DraftContent) =>
  layout.pages.map(({ blocks }) =>
    blocks.map((one) => (one.kind === 'field' ? one.field : one.id)).join(' '),
  );
const merge = (mine: DraftContent, theirs: DraftContent, choose?: Parameters<typeof mergeDrafts>[3]) =>
  mergeDrafts(BASE, mine, theirs, choose);
const labels = (content: DraftContent) => content.fields.map(({ label }) => label);

describe('changes that do not conflict', () => {
  test('merges different properties of one field', () => {
    const { content, conflicts } = merge(
      set('a', { label: 'Mine' })(BASE),
      set('a', { help: 'Theirs' })(BASE),
    );
    expect(conflicts).toEqual([]);
    expect(field(content, 'a')).toMatchObject({ label: 'Mine', help: 'Theirs' });
  });

  test('merges equal changes of both sides without a conflict', () => {
    const { content, conflicts } = merge(
      set('a', { label: 'Same' })(BASE),
      set('a', { label: 'Same' })(BASE),
    );
    expect(conflicts).toEqual([]);
    expect(field(content, 'a')?.label).toBe('Same');
  });

  test('merges options by their ids: one renamed, one added, one taken out, one moved', () => {
    const options = [
      { id: 'o2', label: 'Lime' },
      { id: 'o1', label: 'Red' },
      { id: 'o3', label: 'Blue' },
    ];
    const theirs = set('color', { options: [...OPTIONS.slice(0, 2), { id: 'o4', label: 'White' }] })(BASE);
    const { content, conflicts } = merge(set('color', { options })(BASE), theirs);
    expect(conflicts).toEqual([]);
    expect(new Set(field(content, 'color')?.options)).toEqual(
      new Set([
        { id: 'o2', label: 'Lime' },
        { id: 'o1', label: 'Red' },
        { id: 'o4', label: 'White' },
      ]),
    );
  });

  test('merges rules, pages, translations and the title each by itself', () => {
    const mine = changePage(set('c', { rules: [{ rule: 'min_length', value: 3 }] })(BASE), 'p2', (page) => ({
      ...page,
      title: 'Two',
    }));
    const theirs: DraftContent = {
      ...set('c', {
        rules: [
          { rule: 'min_length', value: 2 },
          { rule: 'max_length', value: 9 },
        ],
      })(BASE),
      title: 'Summer camp',
      translations: { de: { ...BASE.translations.de, title: 'Sommerlager' }, fr: { title: 'Camp' } },
    };
    const mineWithTexts = {
      ...mine,
      translations: { de: { ...BASE.translations.de, 'fields.b.label': 'Beh' } },
    };
    const { content, conflicts } = merge(mineWithTexts, theirs);
    expect(conflicts).toEqual([]);
    expect(content.title).toBe('Summer camp');
    expect(content.layout.pages[1]?.title).toBe('Two');
    expect(field(content, 'c')?.rules).toEqual([
      { rule: 'min_length', value: 3 },
      { rule: 'max_length', value: 9 },
    ]);
    expect(content.translations).toEqual({
      de: { title: 'Sommerlager', 'fields.a.label': 'Ah', 'fields.b.label': 'Beh' },
      fr: { title: 'Camp' },
    });
  });

  test('moves of one side meet additions and deletions of the other', () => {
    const mine = removeNode(moveBlock(BASE, 'color', { page: 1, at: 0 }), 'c');
    const theirs = addField(BASE, text('new'), { page: 0, at: 3 });
    const { content, conflicts } = merge(mine, theirs);
    expect(conflicts).toEqual([]);
    expect(order(content)).toEqual(['a t1 b new', 'color group']);
  });

  test('retains a field that one side added to a page that the other side deleted', () => {
    const { content, conflicts } = merge(
      removePage(BASE, 'p2'),
      addField(BASE, text('new'), { page: 1, at: 1 }),
    );
    expect(conflicts).toEqual([]);
    expect(content.layout.pages).toHaveLength(1);
    expect(order(content)[0]?.split(' ').toSorted()).toEqual(
      ['a', 't1', 'b', 'color', 'group', 'c', 'new'].toSorted(),
    );
  });

  test('gives fields of one name that both added names of their own, and formulas follow', () => {
    const mine = addField(
      addField(BASE, text('m', { name: 'price' }), { page: 0, at: 0 }),
      text('sum', { type: 'number', formula: '{price} * 2' }),
      { page: 0, at: 1 },
    );
    const theirs = addField(BASE, text('t', { name: 'price' }), { page: 1, at: 0 });
    const { content } = merge(mine, theirs);
    expect(field(content, 't')?.name).toBe('price');
    expect(field(content, 'm')?.name).toBe('price_2');
    expect(field(content, 'sum')?.formula).toBe('{price_2} * 2');
  });
});

describe('a conflict', () => {
  test('is named with both values, taken from mine, and from theirs where that is chosen', () => {
    const [mine, theirs] = [set('a', { label: 'Mine' })(BASE), set('a', { label: 'Theirs' })(BASE)];
    const mergedTitles = merge(mine, theirs);
    expect(mergedTitles.conflicts).toEqual([
      {
        key: 'field:a/label',
        about: { kind: 'field', id: 'a' },
        part: 'label',
        mine: 'Mine',
        theirs: 'Theirs',
        winner: 'mine',
      },
    ]);
    expect(field(mergedTitles.content, 'a')?.label).toBe('Mine');
    const chosen = merge(mine, theirs, ({ key }) => (key === 'field:a/label' ? 'theirs' : undefined));
    expect(field(chosen.content, 'a')?.label).toBe('Theirs');
  });

  test('a field that one took out and the other changed stays, unless it is chosen otherwise', () => {
    const [mine, theirs] = [removeNode(BASE, 'group'), set('g1', { label: 'Other' })(BASE)];
    const mergedTitles = merge(mine, theirs);
    expect(mergedTitles.conflicts.map(({ key, winner: side }) => [key, side])).toEqual([
      ['field:group/there', 'theirs'],
    ]);
    expect(field(mergedTitles.content, 'g1')?.label).toBe('Other');
    expect(field(merge(mine, theirs, () => 'mine').content, 'group')).toBeUndefined();
  });

  test('a field that one took out stays where the other begins to ask for it in a condition', () => {
    const mine = removeNode(BASE, 'color');
    const theirs = set('c', { visible_if: { field: 'color', op: 'equals', value: 'o1' } })(BASE);
    const { content, conflicts } = merge(mine, theirs);
    expect(conflicts.map(({ key }) => key)).toEqual(['field:color/there']);
    expect(draftProblems(content)).toEqual([]);
  });

  test('a field that both moved to different places stands where mine has it, once', () => {
    const [mine, theirs] = [
      moveBlock(BASE, 'a', { page: 1, at: 0 }),
      moveBlock(BASE, 'a', { page: 0, at: 3 }),
    ];
    const { content, conflicts } = merge(mine, theirs);
    expect(order(content)).toEqual(['t1 b color', 'a group c']);
    expect(conflicts).toEqual([]);
    const both = merge(moveBlock(BASE, 'a', { page: 0, at: 3 }), moveBlock(BASE, 'a', { page: 0, at: 2 }));
    expect(both.conflicts.map(({ key }) => key)).toEqual(['field:a/place']);
    expect(order(both.content)[0]).toBe('t1 b color a');
  });
});

type Edit = (content: DraftContent, salt: string) => DraftContent;

const anyId = (content: DraftContent, at: number): string => {
  const ids = content.fields.flatMap((one) => [one.id, ...(one.fields ?? []).map(({ id }) => id)]);
  return ids[at % Math.max(1, ids.length)] ?? 'a';
};

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.nat(), fc.string({ minLength: 1, maxLength: 5 })).map(
    ([at, label]): Edit =>
      (content) =>
        set(anyId(content, at), { label: `x${label}` })(content),
  ),
  fc.nat().map(
    (at): Edit =>
      (content) =>
        set(anyId(content, at), { required: false })(content),
  ),
  fc.nat().map(
    (at): Edit =>
      (content) => {
        const id = anyId(content, at);
        const found = findField(content.fields, id);
        return found && found.around.length > 0 && found.beside.length < 2
          ? content
          : removeNode(content, id);
      },
  ),
  fc.tuple(fc.nat(), fc.nat(2)).map(
    ([at, page]): Edit =>
      (content) => {
        const to = page % content.layout.pages.length;
        return moveBlock(content, anyId(content, at), { page: to, at: 0 });
      },
  ),
  fc.tuple(fc.nat(), fc.boolean()).map(
    ([at, up]): Edit =>
      (content) =>
        moveNodeByStep(content, anyId(content, at), up ? -1 : 1),
  ),
  fc.tuple(fc.nat(), fc.nat()).map(
    ([page, number]): Edit =>
      (content, salt) => {
        const id = `n${salt}${number}${content.fields.length}`;
        if (findField(content.fields, id)) return content;
        return addField(content, text(id), { page: page % content.layout.pages.length, at: 0 });
      },
  ),
  fc.nat().map(
    (number): Edit =>
      (content, salt) => {
        const id = `i${salt}${number}`;
        return findField(content.fields, id) || !field(content, 'group')
          ? content
          : addFieldToGroup(content, 'group', text(id));
      },
  ),
  fc.nat().map(
    (number): Edit =>
      (content, salt) => {
        const id = `p${salt}${number}`;
        return content.layout.pages.some((page) => page.id === id)
          ? content
          : addPage(content, { id, blocks: [] }, 0);
      },
  ),
  fc.nat().map(
    (at): Edit =>
      (content) => {
        const page = content.layout.pages[at % content.layout.pages.length];
        return page ? removePage(content, page.id) : content;
      },
  ),
);
const draft = (salt: string) =>
  fc
    .array(edit, { maxLength: 8 })
    .map((edits) => edits.reduce((content, one) => withCompleteLayout(one(content, salt)), BASE));
const plain = (content: DraftContent): unknown => JSON.parse(JSON.stringify(content));
const allIds = (content: DraftContent): string[] => {
  const inner = (fields: readonly FieldDefinition[]): string[] =>
    fields.flatMap((one) => [one.id, ...inner(one.fields ?? [])]);
  return inner(content.fields);
};

describe('for all forms', () => {
  test('merging with the base changes nothing', () => {
    fc.assert(
      fc.property(draft('m'), (one) => {
        for (const merged of [merge(one, BASE), merge(BASE, one), merge(one, one)]) {
          expect(merged.conflicts).toEqual([]);
          expect(plain(merged.content)).toEqual(plain(one));
        }
      }),
    );
  });

  test('contains all fields that either side added, each id exactly once', () => {
    fc.assert(
      fc.property(draft('m'), draft('t'), (mine, theirs) => {
        const { content } = merge(mine, theirs);
        const ids = allIds(content);
        const before = new Set(allIds(BASE));
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of [...allIds(mine), ...allIds(theirs)]) if (!before.has(id)) expect(ids).toContain(id);
        expect(content.layout.pages.length).toBeGreaterThan(0);
      }),
    );
  });

  test('the order of saves makes no difference when there is no conflict', () => {
    fc.assert(
      fc.property(draft('m'), draft('t'), (mine, theirs) => {
        const [one, other] = [merge(mine, theirs), merge(theirs, mine)];
        if (one.conflicts.length === 0) expect(plain(one.content)).toEqual(plain(other.content));
        expect(new Set(one.conflicts.map(({ key }) => key))).toEqual(
          new Set(other.conflicts.map(({ key }) => key)),
        );
      }),
    );
  });

  test('choosing theirs everywhere and mine everywhere is never less than what they had alike', () => {
    fc.assert(
      fc.property(draft('m'), draft('t'), (mine, theirs) => {
        for (const side of ['mine', 'theirs'] as const) {
          const ids = new Set(allIds(merge(mine, theirs, () => side).content));
          for (const id of allIds(mine).filter((one) => allIds(theirs).includes(one)))
            expect(ids).toContain(id);
        }
      }),
    );
  });
});

describe('taking back one act', () => {
  test('brings back exactly what was taken out at its place, and leaves what was done later', () => {
    const after = removeNode(BASE, 'a');
    const later = addField(set('b', { label: 'Later' })(after), text('late'), { page: 0, at: 3 });
    const now = revertChange(BASE, after, withCompleteLayout(later));
    expect(order(now)[0]).toBe('a t1 b color late');
    expect(labels(now)).toContain('Later');
    // Also the condition that refers to it.
    expect(field(now, 'b')?.visible_if).toEqual({ field: 'a', op: 'is_not_empty' });
  });

  test('does not bring back what was taken out later', () => {
    const after = removeNode(BASE, 'a');
    const now = revertChange(BASE, after, removeNode(removeNode(after, 'b'), 't1'));
    expect(order(now)[0]).toBe('a color');
  });

  test('brings a group’s field back into its group', () => {
    const after = removeNode(BASE, 'g1');
    const now = revertChange(BASE, after, addFieldToGroup(after, 'group', text('g3')));
    expect(field(now, 'group')?.fields?.map(({ id }) => id)).toEqual(['g1', 'g2', 'g3']);
  });

  test('gives it another name where a later field has its name', () => {
    const after = removeNode(BASE, 'a');
    const now = revertChange(
      BASE,
      after,
      withCompleteLayout(addField(after, text('new', { name: 'a' }), { page: 0, at: 0 })),
    );
    expect(field(now, 'a')?.name).toBe('a_2');
  });
});
