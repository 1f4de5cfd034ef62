import type { Item } from '#lib/contract/item.ts';
import type { Row } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { TestAccount } from './accounts.ts';
import { createItem } from './content.ts';
import { expectData } from './responses.ts';

type Place = { hub: { domain_handle: string }; space: { slug: string } };

/** Columns of a few types, only the first of them required. */
export const COLUMNS = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text' },
  { id: 'f_price', name: 'price', label: 'Price', type: 'number', required: false },
  { id: 'f_due', name: 'due', label: 'Due', type: 'date', required: false },
  {
    id: 'f_state',
    name: 'state',
    label: 'State',
    type: 'select',
    required: false,
    options: [
      { id: 'open', label: 'Still open' },
      { id: 'done', label: 'All done' },
    ],
  },
  {
    id: 'f_tags',
    name: 'tags',
    label: 'Tags',
    type: 'multi-select',
    required: false,
    options: [
      { id: 'red', label: 'Red' },
      { id: 'blue', label: 'Blue' },
    ],
  },
] as const;

/** A table; by default of {@link COLUMNS}. */
export function createTable(
  person: TestAccount,
  place: Place,
  columns: readonly unknown[] = COLUMNS,
  more: { title?: string; visibility?: 'public' | 'shared' | 'private'; parent?: string } = {},
): Promise<Item> {
  return createItem(person, place, { kind: 'table', title: 'Test table', content: { columns }, ...more });
}

/** Adds rows, all of which must be accepted. */
export async function addRows(
  person: TestAccount,
  { id }: { id: string },
  values: readonly Values[],
): Promise<Row[]> {
  const body = { rows: values.map((one) => ({ values: one })) };
  const outcomes = expectData(await person.client.post(`items/${id}/rows/`, body));
  return outcomes.map((outcome) => {
    if (!outcome.row) throw new Error(`a row was not taken: ${JSON.stringify(outcome)}`);
    return outcome.row;
  });
}

/** The first page of a table's rows. */
export async function readRows(
  person: TestAccount,
  { id }: { id: string },
  query: Record<string, string | number> = {},
): Promise<Row[]> {
  return expectData(await person.client.get(`items/${id}/rows/`, { query: { page_size: 100, ...query } }));
}
