import { sql } from 'kysely';
import { record } from '../audit/record.ts';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/in-transaction.ts';
import { endUnusedPictures } from '../form-picture/form-picture.repo.ts';
import { endWaitingFiles } from '../submission/form-file.repo.ts';
import { isOver } from '../trash/kept-in-trash.ts';
import { forgetForms } from './trash-form.ts';

const BATCH = 1000;

type OldForm = { id: string; hub_id: string; scope_id: string; title: string; days: number };

/** Ends some of the forms that were in the trash for their time. @returns how many. */
function endOldForms(database: Database): Promise<number> {
  return inTransaction({ database }, async (trx) => {
    const { rows } = await sql<OldForm>`
      select form.id, form.hub_id, form.scope_id, form.title, hub.trash_days as days
      from form join hub on hub.id = form.hub_id
      where ${isOver('form.trashed_at')}
      order by form.trashed_at limit 10 for update of form skip locked`.execute(trx);
    for (const { id, hub_id, scope_id, title, days } of rows) {
      await record(trx, null, {
        hubId: hub_id,
        action: 'form.deleted',
        target: { kind: 'form', id, name: title },
        scopeId: scope_id,
        details: { days },
      });
    }
    await forgetForms(
      trx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

/** Ends some of the answers that their form keeps no longer. @returns how many. */
async function endOldAnswers(database: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from submission where id in (
      select submission.id from form join submission on submission.form_id = form.id
      where form.settings ->> 'retention_days' is not null
        and submission.created_at < now() - make_interval(days => (form.settings ->> 'retention_days')::int)
      limit ${BATCH})`.execute(database);
  return Number(numAffectedRows ?? 0);
}

/** Ends forms that were in the trash for their time, answers that are kept no longer, and files without an answer. */
export async function purgeForms(database: Database, signal: AbortSignal): Promise<void> {
  while ((await endOldForms(database)) > 0) signal.throwIfAborted();
  while ((await endOldAnswers(database)) === BATCH) signal.throwIfAborted();
  await endWaitingFiles(database);
  await endUnusedPictures(database);
}
