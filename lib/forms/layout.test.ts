import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishDefinitionErrors } from '#lib/fields/english-definition-problem.ts';
import { validate } from '#lib/fields/validate.ts';
import { applyPageConditions, completeLayout, NO_LAYOUT } from './layout.ts';
import { readLayout } from './read-layout.ts';

const FIELDS: FieldDefinition[] = [
  { id: 'a', name: 'a', label: 'A', type: 'text' },
  { id: 'b', name: 'b', label: 'B', type: 'number' },
  { id: 'c', name: 'c', label: 'C', type: 'text' },
];
const IF_MANY = { field: 'b', op: 'greater', value: 3 } as const;
const field = (id: string) => ({ kind: 'field', field: id }) as const;

describe('the layout of a form', () => {
  it('places every field once, whatever was said', () => {
    expect(completeLayout(FIELDS, NO_LAYOUT)).toEqual({
      pages: [{ id: 'page_1', blocks: [field('a'), field('b'), field('c')] }],
    });
    const stored = {
      pages: [
        { id: 'p', blocks: [field('c'), field('gone'), field('c')] },
        { id: 'q', blocks: [] },
      ],
    };
    expect(completeLayout(FIELDS, stored).pages).toEqual([
      { id: 'p', blocks: [field('c')] },
      { id: 'q', blocks: [field('a'), field('b')] },
    ]);
  });

  it('hides the fields of a page whose condition does not hold, so that they are not required', () => {
    const layout = {
      pages: [
        { id: 'p', blocks: [field('a'), field('b')] },
        { id: 'q', visible_if: IF_MANY, blocks: [field('c')] },
      ],
    };
    const shown = applyPageConditions(FIELDS, layout);
    expect(validate(shown, { a: 'x', b: 1 }).ok).toBe(true);
    expect(validate(shown, { a: 'x', b: 4 })).toMatchObject({
      ok: false,
      problems: [{ code: 'required', params: { label: 'C' }, path: 'c' }],
    });
    expect(applyPageConditions(FIELDS, layout)).toBe(shown);
  });

  it('is read with what is wrong under each place', () => {
    const page = {
      id: 'p',
      blocks: [field('a'), { kind: 'section', id: 's' }, { kind: 'frame' }, field('a')],
    };
    const wrong = readLayout({ pages: [page, { id: 'p', blocks: 7 }] }, FIELDS);
    expect(wrong.ok ? {} : englishDefinitionErrors(wrong.problems)).toEqual({
      'layout.pages[0].blocks[1].title': ['Please enter Title'],
      'layout.pages[0].blocks[2].kind': ['Kind must be one of [field, section, text, picture]'],
      'layout.pages[0].blocks[3]': ['A field can stand in one place only'],
      'layout.pages[1].id': ['Id must be different from that of every other page and block'],
      'layout.pages[1].blocks': ['Blocks is not a valid list'],
    });
    expect(readLayout('pages', FIELDS)).toMatchObject({ ok: false });
  });

  it('refuses a page that waits for what is shown only with it', () => {
    const pages = [{ id: 'p', visible_if: IF_MANY, blocks: [field('a'), field('b')] }];
    expect(readLayout({ pages }, FIELDS)).toMatchObject({
      ok: false,
      problems: [{ code: 'page_depends_on_itself', path: 'layout.pages[0].visible_if' }],
    });
  });

  it('refuses more pages and blocks than a form can have', () => {
    const many = (length: number) =>
      Array.from({ length }, (_, n) => ({ kind: 'text', id: `t${n}`, text: 'x' }));
    expect(readLayout({ pages: [{ id: 'p', blocks: many(1501) }] }, FIELDS).ok).toBe(false);
    expect(readLayout({ pages: [{ id: 'p', blocks: many(1500) }] }, FIELDS).ok).toBe(true);
    const pages = Array.from({ length: 101 }, (_, n) => ({ id: `p${n}`, blocks: [] }));
    expect(readLayout({ pages }, FIELDS).ok).toBe(false);
  });
});
