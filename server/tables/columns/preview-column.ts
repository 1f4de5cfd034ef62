import { sql } from 'kysely';
import type { ColumnPreview } from '#lib/contract/table.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishErrors } from '#lib/fields/english-problem.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { validate } from '#lib/fields/validate.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { listRows, type TableRow } from '../rows/row.repo.ts';
import { withFiles } from '../rows/row-file.repo.ts';
import { namesOf } from '../table/cell-text.ts';
import { isStored, type Table, type TableColumn } from '../table/table.ts';
import { convertedValue } from './rewrite-rows.ts';

const BATCH = 1_000;
/** Values that are listed; all are counted. */
const LISTED_MAX = 1_000;

/** What becomes of the values of a column that gets another definition; nothing is written. */
export async function previewChange(
  trx: Transaction,
  table: Table,
  column: TableColumn,
  to: FieldDefinition,
): Promise<ColumnPreview> {
  const preview: ColumnPreview = { converted: 0, kept: 0, values: [] };
  if (!isStored(column)) return preview;
  const from = column.field;
  const narrow: Table = { ...table, columns: [column], fields: [from] };
  const writtenIn = await hubInputFormat(trx, table.item.hub_id);
  const alone: FieldDefinition = { ...to, required: false };
  delete alone.visible_if;
  delete alone.required_if;
  delete alone.formula;
  const { country } = table;
  for (let last: TableRow | undefined; ; ) {
    const where = last ? [sql`r.id > ${last.id}::uuid`] : [];
    const page = await listRows(trx, narrow, { where, order: sql`r.id`, keys: [], limit: BATCH, offset: 0 });
    const rows = await withFiles(
      trx,
      narrow,
      page.map(({ row }) => row),
    );
    for (const row of rows) {
      const value = ownValue(row.values, from.name);
      if (value === undefined || value === null) continue;
      const next = convertedValue(from, to, value, country, writtenIn, namesOf(row.files));
      const checked = validate([alone], { [to.name]: next }, { country });
      if (checked.ok) preview.converted += 1;
      else {
        preview.kept += 1;
        if (preview.values.length < LISTED_MAX) {
          const problems = Object.values(englishErrors(checked.problems)).flat();
          preview.values.push({ row_id: row.id, value, problem: problems.join('. ') });
        }
      }
    }
    last = page.at(-1)?.row;
    if (page.length < BATCH) return preview;
  }
}
