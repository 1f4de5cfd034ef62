import type { ImportedFile, Job } from '#lib/contract/job.ts';
import type { TestAccount } from './accounts.ts';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import { expectData } from './responses.ts';
import type { SharedServer } from './shared-server.ts';

type TableId = { id: string };

/** Sends a file of rows to be imported into a table. */
export function sendImport(by: Client, { id }: TableId, file: BlobPart, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), 'rows.csv');
  return by.post(`items/${id}/import/`, undefined, { raw: form });
}

/** The job of an import once it has ended. */
export const importEnded = (by: Pick<TestAccount, 'client'>, id: string): Promise<Job> =>
  eventually(async () => {
    const job = expectData(await by.client.get(`jobs/${id}/`));
    if (job.state !== 'ready' && job.state !== 'failed') throw new Error(`the job is ${job.state}`);
    return job;
  });

/** Imports a file of rows into a table. */
export async function importFile(
  by: TestAccount,
  table: TableId,
  file: BlobPart,
  fields: Record<string, string> = {},
): Promise<Job> {
  const { id } = expectData(await sendImport(by.client, table, file, fields), 202);
  return importEnded(by, id);
}

type Sent = { name?: string; bytes: Uint8Array | string; fields?: Record<string, string> };
type Place = { owner: TestAccount; hub: { domain_handle: string }; space: { slug: string } };

/** Sends a file or an archive of documents to be imported into a space, in whose hub the client acts. */
export function sendArchive(
  by: Client,
  { slug }: { slug: string },
  { name = 'notes.zip', bytes, fields = {} }: Sent,
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return by.post(`spaces/${slug}/import/`, undefined, { raw: form });
}

/** Imports a file or an archive of documents into a space. @returns its job once it has ended */
export async function importArchive({ owner, hub, space }: Place, sent: Sent): Promise<Job> {
  const client = owner.client.in(hub);
  const { id, state } = expectData(await sendArchive(client, space, sent), 202);
  if (state !== 'queued') throw new Error(`the job is ${state}`);
  return eventually(async () => {
    const job = expectData(await client.get(`jobs/${id}/`));
    if (job.state !== 'ready' && job.state !== 'failed') throw new Error(`the job is ${job.state}`);
    return job;
  }, 60_000);
}

/**
 * Imports an archive until its job fails with what it wrote so far, as one that is killed: where a row comes into a table
 * that a condition of SQL finds.
 * @returns what has the same job run again, without that condition, and its end
 */
export async function interruptedImport(
  server: SharedServer,
  { owner, hub, space }: Place & { owner: TestAccount },
  bytes: Uint8Array,
  table: 'document_version' | 'submission' | 'submission_note' | 'submission_edit',
  condition: string,
): Promise<{ goOn: () => Promise<Job> }> {
  await server.sql(`create function interrupt_import() returns trigger language plpgsql as $$
    begin if ${condition} then raise exception 'interrupted'; end if; return new; end $$`);
  await server.sql(
    `create trigger interrupt_import before insert on ${table} for each row execute function interrupt_import()`,
  );
  const removeTrigger = () => server.sql('drop function if exists interrupt_import() cascade');
  try {
    const client = owner.client.in(hub);
    const { id } = expectData(await sendArchive(client, space, { bytes }), 202);
    const failed = `select from graphile_worker._private_jobs where payload->>'job' = $1 and last_error like '%interrupted%'`;
    await eventually(async () => {
      if ((await server.sql(failed, [id])).length === 0) throw new Error('The import goes on');
    }, 30_000);
    return {
      async goOn() {
        await removeTrigger();
        const payload = [id, owner.user.id];
        await server.sql(
          `select graphile_worker.add_job('import-documents', json_build_object('job', $1::text, 'user', $2::text, 'links', ''))`,
          payload,
        );
        return importEnded({ client }, id);
      },
    };
  } catch (error) {
    await removeTrigger();
    throw error;
  }
}

/** What became of each file of an import, by its path. */
export const reportOf = (job: Job): Record<string, ImportedFile> =>
  Object.fromEntries((job.result ?? []).map((file) => [file.name, file]));
