import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { TEMPLATES } from '#lib/templates/index.ts';
import {
  CHANGE_CODES,
  type ChangeCode,
  type ComparableForm,
  compareForms,
  effectOf,
} from './compare-forms.ts';
import { completeLayout, type FormLayout, NO_LAYOUT } from './layout.ts';

const field = (more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id: 'a',
  name: 'a',
  label: 'A',
  type: 'text',
  required: false,
  ...more,
});
const form = (fields: FieldDefinition[], more: Partial<ComparableForm> = {}): ComparableForm => ({
  title: 'Form',
  description: '',
  fields,
  layout: completeLayout(fields, more.layout ?? NO_LAYOUT),
  translations: {},
  ...(more.title ? { title: more.title } : {}),
  ...(more.description ? { description: more.description } : {}),
  ...(more.translations ? { translations: more.translations } : {}),
});
const codes = (before: ComparableForm, after: ComparableForm) =>
  compareForms(before, after).map(({ code }) => code);
const choice = (...ids: string[]) =>
  field({ type: 'select', options: ids.map((id) => ({ id, label: id.toUpperCase() })) });
const pages = (...ids: string[]): FormLayout => ({ pages: ids.map((id) => ({ id, title: id, blocks: [] })) });

/** Every kind of change: the form before and after it. */
const CASES: Partial<Record<ChangeCode, [ComparableForm, ComparableForm]>> = {
  title_changed: [form([field()]), form([field()], { title: 'Other' })],
  description_changed: [form([field()]), form([field()], { description: 'More' })],
  translations_changed: [form([field()]), form([field()], { translations: { de: { title: 'Formular' } } })],
  page_added: [form([], { layout: pages('p') }), form([], { layout: pages('p', 'q') })],
  page_removed: [form([], { layout: pages('p', 'q') }), form([], { layout: pages('p') })],
  page_changed: [
    form([], { layout: { pages: [{ id: 'p', title: 'One', blocks: [] }] } }),
    form([], { layout: { pages: [{ id: 'p', title: 'Two', blocks: [] }] } }),
  ],
  page_condition_changed: [
    form([], { layout: pages('p') }),
    form([], {
      layout: { pages: [{ id: 'p', title: 'p', blocks: [], visible_if: { field: 'a', op: 'is_empty' } }] },
    }),
  ],
  block_added: [
    form([], { layout: pages('p') }),
    form([], {
      layout: { pages: [{ id: 'p', title: 'p', blocks: [{ kind: 'text', id: 't', text: 'Hi' }] }] },
    }),
  ],
  block_removed: [
    form([], {
      layout: { pages: [{ id: 'p', title: 'p', blocks: [{ kind: 'text', id: 't', text: 'Hi' }] }] },
    }),
    form([], { layout: pages('p') }),
  ],
  block_changed: [
    form([], {
      layout: { pages: [{ id: 'p', title: 'p', blocks: [{ kind: 'text', id: 't', text: 'Hi' }] }] },
    }),
    form([], {
      layout: { pages: [{ id: 'p', title: 'p', blocks: [{ kind: 'text', id: 't', text: 'Ho' }] }] },
    }),
  ],
  order_changed: [
    form([field(), field({ id: 'b', name: 'b' })]),
    form([field({ id: 'b', name: 'b' }), field()]),
  ],
  field_added: [form([]), form([field()])],
  words_changed: [form([field()]), form([field({ help: 'Help' })])],
  name_changed: [form([field()]), form([field({ name: 'b' })])],
  default_changed: [form([field()]), form([field({ default: 'x' })])],
  now_optional: [form([field({ required: true })]), form([field()])],
  option_added: [form([choice('x')]), form([choice('x', 'y')])],
  option_renamed: [
    form([choice('x')]),
    form([field({ type: 'select', options: [{ id: 'x', label: 'Other' }] })]),
  ],
  options_ordered: [form([choice('x', 'y')]), form([choice('y', 'x')])],
  rule_removed: [form([field({ rules: [{ rule: 'length', value: 3 }] })]), form([field()])],
  rule_loosened: [
    form([field({ rules: [{ rule: 'max_length', value: 3 }] })]),
    form([field({ rules: [{ rule: 'max_length', value: 4 }] })]),
  ],
  now_several: [form([field()]), form([field({ multiple: true })])],
  condition_changed: [form([field()]), form([field({ visible_if: { field: 'b', op: 'is_empty' } })])],
  formula_removed: [form([field({ formula: '1' })]), form([field()])],
  required_field_added: [form([]), form([field({ required: true })])],
  now_required: [form([field()]), form([field({ required: true })])],
  required_if_changed: [form([field()]), form([field({ required_if: { field: 'b', op: 'is_empty' } })])],
  option_removed: [form([choice('x', 'y')]), form([choice('x')])],
  rule_added: [form([field()]), form([field({ rules: [{ rule: 'min_length', value: 3 }] })])],
  rule_tightened: [
    form([field({ rules: [{ rule: 'min_length', value: 3 }] })]),
    form([field({ rules: [{ rule: 'min_length', value: 5 }] })]),
  ],
  rule_changed: [
    form([field({ rules: [{ rule: 'pattern', value: 'a' }] })]),
    form([field({ rules: [{ rule: 'pattern', value: 'b' }] })]),
  ],
  now_one: [form([field({ multiple: true })]), form([field()])],
  formula_changed: [form([field()]), form([field({ formula: '"x"' })])],
  field_removed: [form([field()]), form([])],
  type_changed: [form([field()]), form([field({ type: 'number' })])],
};

describe('a change of a form', () => {
  it.each(CHANGE_CODES)('is reported as %s', (code) => {
    const [before, after] = CASES[code] ?? [];
    if (!before || !after) throw new Error(`No case for ${code}`);
    expect(codes(before, after)).toContain(code);
    expect(codes(before, before)).toEqual([]);
  });

  it('alone is reported alone', () => {
    for (const code of CHANGE_CODES) {
      const [before, after] = CASES[code] ?? [];
      if (before && after) expect(codes(before, after)).toEqual([code]);
    }
  });

  it('means nothing, narrows or removes for earlier submissions', () => {
    expect(effectOf('option_added')).toBe('safe');
    expect(effectOf('now_required')).toBe('narrows');
    expect(effectOf('field_removed')).toBe('removes');
  });

  it('stands before what is less', () => {
    const before = form(
      [field(), choice('x', 'y'), field({ id: 'c', name: 'c' })].map((one, at) => ({
        ...one,
        id: `f${at}`,
        name: `f${at}`,
      })),
    );
    const [first, second] = before.fields;
    if (!first || !second) throw new Error('no fields');
    const after = form([
      { ...first, help: 'x' },
      { ...second, options: [{ id: 'x', label: 'X' }] },
    ]);
    expect(compareForms(before, after).map(({ code }) => effectOf(code))).toEqual([
      'removes',
      'narrows',
      'safe',
    ]);
  });

  it('of a field in a group names both', () => {
    const group = (fields: FieldDefinition[]) =>
      form([field({ id: 'g', type: 'form', label: 'Guests', fields })]);
    const [change] = compareForms(
      group([field({ label: 'Name' })]),
      group([field({ label: 'Name', required: true })]),
    );
    expect(change).toMatchObject({ code: 'now_required', label: 'Guests › Name', field: 'a' });
  });

  it('names the submissions that it concerns', () => {
    const [removed] = compareForms(form([choice('x', 'y')]), form([choice('x')]));
    expect(removed?.concerned).toEqual({ which: 'option', field: 'a', options: ['y'] });
    const [rule] = compareForms(
      form([field()]),
      form([field({ rules: [{ rule: 'max_length', value: 3 }] })]),
    );
    expect(rule?.concerned).toEqual({ which: 'rule', field: 'a', rule: 'max_length', value: 3 });
    const [added] = compareForms(form([]), form([field({ required: true })]));
    expect(added?.concerned).toEqual({ which: 'all' });
  });

  it('of when a field is shown narrows only where it is required, and submissions may lack it', () => {
    const [asks, other] = [
      { field: 'b', op: 'is_empty' },
      { field: 'b', op: 'is_not_empty' },
    ] as const;
    const on = (condition: typeof asks | typeof other | undefined, required: boolean) =>
      form([field({ required, visible_if: condition })]);
    expect(codes(on(asks, true), on(other, true))).toEqual(['required_if_changed', 'condition_changed']);
    expect(codes(on(asks, true), on(undefined, true))).toEqual(['required_if_changed', 'condition_changed']);
    expect(codes(on(undefined, true), on(asks, true))).toEqual(['condition_changed']);
    expect(codes(on(asks, false), on(other, false))).toEqual(['condition_changed']);
    const [narrowed] = compareForms(on(asks, true), on(other, true));
    expect(narrowed?.concerned).toEqual({ which: 'empty', field: 'a' });

    const paged = (condition: typeof asks | typeof other | undefined) =>
      form([field({ required: true })], {
        layout: {
          pages: [
            {
              id: 'p',
              blocks: [{ kind: 'field', field: 'a' }],
              ...(condition ? { visible_if: condition } : {}),
            },
          ],
        },
      });
    expect(codes(paged(asks), paged(other))).toEqual(['required_if_changed', 'page_condition_changed']);
    expect(codes(paged(undefined), paged(asks))).toEqual(['page_condition_changed']);
  });

  it('that adds a field to be answered in some cases narrows, without a number', () => {
    const condition = { field: 'b', op: 'is_empty' } as const;
    for (const more of [{ visible_if: condition }, { required_if: condition }]) {
      const changes = compareForms(form([]), form([field({ required: true, ...more })]));
      expect(changes.map(({ code, concerned }) => [code, concerned])).toEqual([
        ['required_if_changed', null],
        ['field_added', null],
      ]);
    }
    expect(codes(form([]), form([field({ required: true, formula: '1' })]))).toEqual(['field_added']);
  });

  it('of a moment or a time is as much tighter as it is, however it is written', () => {
    const until = (type: 'datetime' | 'time', value: string) =>
      form([field({ type, rules: [{ rule: 'max', value }] })]);
    const noon = until('datetime', '2026-01-01T12:00:00Z');
    expect(codes(noon, until('datetime', '2026-01-01T13:00:00+02:00'))).toEqual(['rule_tightened']);
    expect(codes(noon, until('datetime', '2026-01-01T14:00:00+02:00'))).toEqual([]);
    expect(codes(until('time', '09:30'), until('time', '09:30:00'))).toEqual([]);
  });

  it('of a date rule is tighter the later its earliest day', () => {
    const from = (value: string) => form([field({ type: 'date', rules: [{ rule: 'min', value }] })]);
    expect(codes(from('2026-01-01'), from('2026-02-01'))).toEqual(['rule_tightened']);
    expect(codes(from('2026-02-01'), from('2026-01-01'))).toEqual(['rule_loosened']);
  });
});

it('nothing changed between a template and itself, read again', () => {
  for (const template of Object.values(TEMPLATES)) {
    const one = { ...template, translations: {} };
    expect(compareForms(one, JSON.parse(JSON.stringify(one)))).toEqual([]);
  }
});
