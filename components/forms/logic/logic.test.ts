import { describe, expect, it } from 'vitest';
import { conditionOf, draftOf, newGroup, newTest, withPart } from '#components/fields/condition-draft.ts';
import type { DraftContent } from '#components/forms/draft/draft-content.ts';
import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';
import { completeLayout, NO_LAYOUT } from '#lib/forms/layout.ts';
import { TEMPLATES } from '#lib/templates/index.ts';
import { missingReferences, propose, ruleLocations, rulesOf } from './logic-rules.ts';

const field = (id: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id,
  name: id,
  label: id.toUpperCase(),
  type: 'text',
  ...more,
});
const content = (fields: FieldDefinition[]): DraftContent => ({
  title: 'Form',
  description: '',
  fields,
  layout: completeLayout(fields, NO_LAYOUT),
  translations: {},
});

describe('a condition that is edited', () => {
  const cases: Condition[] = [
    { field: 'a', op: 'equals', value: 'x' },
    {
      and: [
        { field: 'a', op: 'is_empty' },
        { field: 'b', op: 'equals', value: 'x' },
      ],
    },
    {
      or: [
        { field: 'a', op: 'is_empty' },
        {
          and: [
            { field: 'b', op: 'is_empty' },
            { field: 'c', op: 'is_empty' },
          ],
        },
      ],
    },
    { not: { field: 'a', op: 'is_empty' } },
    {
      not: {
        or: [
          { field: 'a', op: 'is_empty' },
          { field: 'b', op: 'is_empty' },
        ],
      },
    },
    {
      not: {
        and: [
          { field: 'a', op: 'is_empty' },
          { field: 'b', op: 'is_empty' },
        ],
      },
    },
  ];
  it.each(cases)('and left as it is stays the same: %j', (condition) => {
    expect(conditionOf(draftOf(condition))).toEqual(condition);
  });

  it('twice denied is what it was', () => {
    const inner: Condition = {
      and: [
        { field: 'a', op: 'is_empty' },
        { field: 'b', op: 'is_empty' },
      ],
    };
    expect(conditionOf(draftOf({ not: { not: inner } }))).toEqual(inner);
  });

  it('removes and changes parts at any depth', () => {
    const deep = newTest();
    const group = newGroup('any', [newTest(), newGroup('all', [deep, newTest()])]);
    const changed = withPart(group, deep.key, (part) => ({
      ...part,
      kind: 'test',
      field: 'x',
      op: '',
      value: 1,
    }));
    expect(JSON.stringify(conditionOf(changed))).toContain('"x"');
    const gone = withPart(group, deep.key, () => null);
    expect(gone.parts[1]?.kind === 'group' && gone.parts[1].parts.length).toBe(1);
  });
});

describe('the rules of a form', () => {
  it('are found with what they may ask for', () => {
    const { fields, layout } = TEMPLATES.registration;
    const rules = rulesOf({ ...content([...fields]), layout });
    expect(rules.map(({ target, part }) => `${target.kind} ${target.id} ${part}`)).toEqual([
      'page guests_page visible_if',
      'field brings_guests visible_if',
      'field eats visible_if',
      'field diet visible_if',
      'field allergies visible_if',
    ]);
    for (const { condition, availableFields } of rules)
      expect(missingReferences(condition, availableFields)).toEqual({ fields: [], options: [] });
  });

  it('of a field in a group may ask for fields around the group', () => {
    const places = ruleLocations(
      content([field('a'), field('g', { type: 'form', fields: [field('b'), field('c')] })]),
    );
    const inner = places.find(({ target }) => target.id === 'b');
    expect(inner?.label).toBe('G › B');
    expect(inner?.availableFields.map(({ id }) => id)).toEqual(['c', 'a', 'g']);
  });

  it('are refused with the engine’s message when fields depend on each other in a circle', () => {
    const draft = content([field('a', { visible_if: { field: 'b', op: 'is_not_empty' } }), field('b')]);
    const refused = propose(draft, { kind: 'field', id: 'b' }, 'visible_if', {
      field: 'a',
      op: 'is_not_empty',
    });
    expect(refused.ok).toBe(false);
    expect(refused.ok ? [] : refused.problems.join()).toContain(
      'Fields cannot depend on each other in a circle',
    );
  });

  it('of a page are refused where they wait for what is shown on it', () => {
    const draft = content([field('a')]);
    const [page] = draft.layout.pages;
    const refused = propose(draft, { kind: 'page', id: page?.id ?? '' }, 'visible_if', {
      field: 'a',
      op: 'is_empty',
    });
    expect(refused.ok).toBe(false);
  });

  it('are refused while they are incomplete', () => {
    const draft = content([field('a'), field('b')]);
    const refused = propose(draft, { kind: 'field', id: 'b' }, 'visible_if', conditionOf(newGroup()));
    expect(refused.ok).toBe(false);
  });

  it('are set and taken away, also of fields in a group', () => {
    const draft = content([field('a'), field('g', { type: 'form', fields: [field('b')] })]);
    const condition = { field: 'a', op: 'equals', value: 'x' };
    const set = propose(draft, { kind: 'field', id: 'b' }, 'required_if', condition);
    if (!set.ok) throw new Error(set.problems.join());
    expect(rulesOf(set.content).map(({ part }) => part)).toEqual(['required_if']);
    const gone = propose(set.content, { kind: 'field', id: 'b' }, 'required_if', undefined);
    expect(gone.ok && rulesOf(gone.content)).toEqual([]);
  });

  it('name what was deleted', () => {
    const reach = [field('a', { type: 'select', options: [{ id: 'x', label: 'X' }] })];
    const condition: Condition = {
      and: [{ field: 'a', op: 'equals', value: 'gone' }, { not: { field: 'z', op: 'is_empty' } }],
    };
    expect(missingReferences(condition, reach)).toEqual({
      fields: ['z'],
      options: [{ field: reach[0], option: 'gone' }],
    });
  });
});
