import { describe, expect, it } from 'vitest';
import { createItemRequest } from '#lib/contract/item.ts';
import { createViewRequest } from '#lib/contract/table-views.ts';
import { splitColumn } from '#lib/fields/column-types.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { TABLE_TEMPLATE_NAMES, TABLE_TEMPLATES } from './index.ts';

it('are eight', () => {
  expect(TABLE_TEMPLATE_NAMES).toHaveLength(8);
});

describe.each(TABLE_TEMPLATE_NAMES)('the template %s', (name) => {
  const { title, columns, views } = TABLE_TEMPLATES[name];

  it('is a table that the server takes', () => {
    expect(createItemRequest.safeParse({ kind: 'table', title, content: { columns, views } }).success).toBe(
      true,
    );
    const split = columns.map((column) => splitColumn({ ...column }, () => true));
    expect(split.flatMap(({ problems }) => problems)).toEqual([]);
    expect(readFields(split.map(({ definition }) => definition))).toMatchObject({ ok: true });
  });

  it('has views of its own columns, and one that is no list', () => {
    const ids = new Set(columns.map(({ id }) => id));
    expect(views.some(({ type = 'grid' }) => type !== 'grid') || views.length > 1).toBe(true);
    for (const view of views) {
      expect(createViewRequest.safeParse(view).success).toBe(true);
      const named = [...(view.sort ?? []).map((one) => one.replace(/^-/, '')), ...(view.group ?? [])];
      expect(named.filter((id) => !ids.has(id))).toEqual([]);
    }
  });
});
