import type { z } from 'zod';
import { createViewRequest, VIEWS_MAX } from '#lib/contract/table-views.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { ImportRun } from '#server/items/imports/import-target.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/database/derived-id.ts';
import { newId } from '#server/platform/database/id.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Table } from '../table/table.ts';
import { insertView } from '../views/view.service.ts';
import type { TableHeader } from './table-archive.ts';

type SentView = z.output<typeof createViewRequest>;

/** The ids of lookups and rollups of tables that the import has not written yet. */
const unreadLookups = ({ columns }: Table): ReadonlySet<string> =>
  new Set(
    columns.flatMap(({ field, options, linked }) =>
      (options.type === 'lookup' || options.type === 'rollup') && !linked ? [field.id] : [],
    ),
  );

/** As many characters as a filter of a request may have. */
const FILTER_MAX = 20_000;

/** Whether what was sent as a filter names one of some columns; it is nothing that was checked. */
function isAbout(filter: unknown, ids: ReadonlySet<string>): boolean {
  const text = JSON.stringify(filter);
  return text.length <= FILTER_MAX && [...ids].some((id) => text.includes(JSON.stringify(id)));
}

/**
 * What of a view can be checked now, and what of it only once the tables are there that its lookups read: that is stored as it is, since an
 * order, groups and a filter are read under the columns of their time whenever they are shown.
 */
function splitView(view: SentView, unread: ReadonlySet<string>) {
  const { filter, ...rest } = view;
  const has = (id: string) => unread.has(id.replace(/^-/, ''));
  const isArranged = view.type === 'board' || view.type === 'calendar';
  const isFilterLater = filter !== undefined && filter !== null && isAbout(filter, unread);
  const now: SentView = {
    ...rest,
    ...(isFilterLater || filter === undefined ? {} : { filter }),
    sort: view.sort.filter((one) => !has(one)),
    // The lists of a board and the days of a calendar are those of stored columns.
    group: isArranged ? view.group : view.group.filter((one) => !has(one)),
  };
  const later = {
    ...(isFilterLater ? { filter } : {}),
    ...(now.sort.length < view.sort.length ? { sort: view.sort } : {}),
    ...(now.group.length < view.group.length ? { group: view.group } : {}),
  };
  return { now, later };
}

async function insertSentView(
  trx: Transaction,
  run: ImportRun,
  table: Table,
  { view, at, id }: { view: SentView; at: number; id: string },
): Promise<void> {
  const { now, later } = splitView(view, unreadLookups(table));
  const { settings } = await insertView(trx, run.importer, table, now, at, table, id);
  if (Object.keys(later).length === 0) return;
  await trx
    .updateTable('table_view')
    .set({ settings: JSON.stringify({ ...settings, ...later }) })
    .where('id', '=', id)
    .execute();
}

/** Saves the views of an archive. @returns how many can't be */
export async function insertViews(
  trx: Transaction,
  run: ImportRun,
  table: Table,
  views: TableHeader['views'],
): Promise<number> {
  let lost = Math.max(0, views.length - VIEWS_MAX);
  const ids = new Set<string>();
  for (const [at, one] of views.slice(0, VIEWS_MAX).entries()) {
    const { id: sourceId, ...sent } = isRecord(one) ? one : {};
    const read = createViewRequest.safeParse(sent);
    // Documents lead to it by this id (docs/decisions/0172).
    const named = typeof sourceId === 'string' ? derivedId(table.item.id, sourceId) : newId();
    const id = ids.has(named) ? newId() : named;
    ids.add(id);
    try {
      if (!read.success || !isStorableJson(sent)) lost += 1;
      else await insertSentView(trx, run, table, { view: { ...read.data, personal: false }, at: at + 1, id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      lost += 1;
    }
  }
  return lost;
}
