import type { Job } from '#lib/contract/job.ts';
import type { TestAccount } from './accounts.ts';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import { expectData } from './responses.ts';

type TableId = { id: string };

/** Sends a file of rows to be imported into a table. */
export function sendImport(by: Client, { id }: TableId, file: BlobPart, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([file]), 'rows.csv');
  return by.post<Job>(`items/${id}/import/`, undefined, { raw: form });
}

/** The job of an import once it has ended. */
export const importEnded = (by: TestAccount, id: string): Promise<Job> =>
  eventually(async () => {
    const job = expectData(await by.client.get<Job>(`jobs/${id}/`));
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
