import { TableView } from '#components/table/TableView.tsx';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import type { FakeApi } from './fake-api.ts';
import { buildItem } from './item.ts';
import { renderWithMessages } from './render.tsx';
import { buildShell } from './shell.ts';
import { buildColumn, buildRow } from './table.ts';

export const GRID_COLUMNS: WireColumn[] = [buildColumn('text', 'name'), buildColumn('number', 'amount')];

/** Rows of `GRID_COLUMNS`. */
export const buildRows = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) =>
    buildRow({ id: `r${at}`, position: at, values: { name: `Row ${at}`, amount: at } }),
  );

type ShownGrid = {
  columns?: WireColumn[];
  /** How many rows there are; those that were not built have no values. */
  count?: number;
  view?: Partial<View>;
  allowed?: Item['allowed'];
};

/**
 * Shows a table whose server has these rows, gives them page by page, and changes them.
 * @returns shows what the server has by now, as after changes of others
 */
export function showGrid(
  api: FakeApi,
  served: Row[],
  { columns = GRID_COLUMNS, count = served.length, view, allowed = ['item.change'] }: ShownGrid = {},
): () => void {
  const rowAt = (at: number) => served[at] ?? buildRow({ id: `r${at}`, position: at });
  const page = (from: number, size: number) => {
    const length = Math.max(0, Math.min(size, count - from));
    const data = Array.from({ length }, (_, at) => rowAt(from + at));
    return { data, count, next: from + length < count ? String(from + length) : null, previous: null };
  };
  api.responses = {
    'GET items/t/columns/': { body: { data: columns } },
    'GET items/t/rows/': ({ query }) => {
      const params = new URLSearchParams(query);
      const size = Number(params.get('page_size'));
      return {
        body: page(Number(params.get('after') ?? (Number(params.get('page') ?? 1) - 1) * size), size),
      };
    },
    'PATCH items/t/rows/': ({ body }) => ({
      body: {
        data: JSON.parse(body).rows.map(({ id, values }: Pick<Row, 'id' | 'values'>) => {
          const at = served.findIndex((row) => row.id === id);
          const before = rowAt(at);
          const row = { ...before, revision: before.revision + 1, values: { ...before.values, ...values } };
          served[at] = row;
          const previous = Object.keys(values).map((name) => [name, before.values[name] ?? null]);
          return { status: 'done', row, previous: Object.fromEntries(previous) };
        }),
      },
    }),
  };
  const shown: View[] = view
    ? [
        {
          ...{ id: 'v', name: 'All', type: 'grid', personal: false, sort: [], group: [], filter: null },
          ...{ revision: 1, columns: [], layout: {}, ...view },
        },
      ]
    : [];
  const whole = () => {
    const { data: rows, next } = page(0, 100);
    return (
      <ShellProvider shell={buildShell()}>
        <NotificationProvider>
          <Toaster>
            <TableView
              item={buildItem({ id: 't', kind: 'table', title: 'Stock', allowed })}
              first={{
                ...{ columns, views: shown, view: shown[0]?.id ?? '', rows, offset: 0, next, count },
                ...{ previous: null, requested: null, writtenIn: {}, country: null },
              }}
            />
          </Toaster>
        </NotificationProvider>
      </ShellProvider>
    );
  };
  const { rerender } = renderWithMessages(whole());
  return () => rerender(whole());
}

/** The element of a cell, by `row:column`; null where it is not rendered. */
export const renderedCell = (place: string) => document.querySelector<HTMLElement>(`[data-cell="${place}"]`);

/** The element of a cell that is rendered. */
export function cellAt(place: string): HTMLElement {
  const found = renderedCell(place);
  if (!found) throw new Error(`there is no cell ${place}`);
  return found;
}

/** The rows of all changes that were sent. */
export const writtenRows = (api: FakeApi): Pick<Row, 'id' | 'values'>[] =>
  api.requests
    .filter(({ method, path }) => method === 'PATCH' && path === 'items/t/rows/')
    .flatMap(({ body }) => JSON.parse(body).rows);
