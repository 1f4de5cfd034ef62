import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm, FORM_FIELDS, sendSubmissionFile } from '#tests/harness/forms.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { storedFiles } from '#tests/harness/stored-files.ts';
import { loopbackOnly, startReceiver } from '#tests/harness/webhook-receiver.ts';

const server = sharedServer({ outbound: loopbackOnly() });

const FILE = {
  id: 'f_file',
  name: 'attachment',
  label: 'Attachment',
  type: 'file',
  required: false,
} as const;
/** Text that must not be stored anywhere any more. */
const SECRET_TEXT = 'Quicksilver-in-the-attic';

/**
 * A submission with data everywhere: a file, an earlier revision, the search index, a note, a webhook
 * delivery.
 */
async function spread(settings = {}) {
  const at = await createPlace(server.client);
  const form = await createOpenForm(at.owner, at, {
    fields: [...FORM_FIELDS, FILE],
    settings: { editable: true, ...settings },
  });
  const receiver = await startReceiver();
  expectData(await at.owner.client.post(`forms/${form.id}/webhooks/`, { url: receiver.url }), 201);
  const attachment = await sendSubmissionFile(server.client, form, 'attachment', {
    bytes: `${SECRET_TEXT} ${form.id}`,
  });
  const path = `public/forms/${form.slug}/`;
  const sent = expectData(
    await server.client.post(`${path}submissions/`, {
      version: 1,
      values: { name: SECRET_TEXT, attachment },
    }),
    201,
  );
  const headers = { 'answer-token': new URL(sent.edit_url ?? '').hash.slice('#edit='.length) };
  expectData(
    await server.client.put(
      `${path}answers/`,
      { values: { name: `${SECRET_TEXT} again`, attachment } },
      { headers },
    ),
  );
  const note = { body: `${SECRET_TEXT} noted` };
  expectData(await at.owner.client.post(`forms/${form.id}/submissions/${sent.id}/notes/`, note), 201);
  await eventually(async () => expect(receiver.received).toHaveLength(2));
  // New files may be about to be used: only files older than an hour are checked.
  await server.sql("update file set created_at = now() - interval '2 hours'");
  return { ...at, form, id: sent.id };
}

/** Tables with a row that contains the text, in any column. */
async function tablesContaining(text: string): Promise<string[]> {
  const tables = await server.sql<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const [found] = await server.sql<{ matches: boolean }>(
      `select exists (select from ${name} as one where strpos(lower(one::text), $1) > 0) as matches`,
      [text.toLowerCase()],
    );
    if (found?.matches) holding.push(name);
  }
  return holding;
}

const purge = () => server.sql(`select graphile_worker.add_job('purge', '{}'::json)`);

test('purging removes values, revisions, search entries, notes, webhook deliveries and files', async () => {
  const { owner, form, id } = await spread();
  // The index follows within a moment.
  await eventually(async () =>
    expect(await tablesContaining(SECRET_TEXT)).toEqual(
      expect.arrayContaining([
        'public.submission',
        'public.submission_value',
        'public.submission_edit',
        'public.submission_note',
        'public.form_passage',
      ]),
    ),
  );
  // Deliveries, sent or pending, only contain ids.
  expect(await tablesContaining(SECRET_TEXT)).not.toContain('public.webhook_delivery');
  const before = (await storedFiles(server.dataDir)).length;
  expectData(await owner.client.delete(`forms/${form.id}/submissions/${id}/`));
  expect(await tablesContaining(SECRET_TEXT)).toEqual(['public.trashed_submission']);
  expectData(await owner.client.post(`forms/${form.id}/submissions/purge/`, { ids: [id] }));
  await eventually(async () => expect((await storedFiles(server.dataDir)).length).toBe(before - 1));
  expect(await tablesContaining(SECRET_TEXT)).toEqual([]);
});

test('deletes everything that belongs to a submission when its retention ends', async () => {
  const { id } = await spread({ retention_days: 10 });
  const before = (await storedFiles(server.dataDir)).length;
  await server.sql("update submission set created_at = now() - interval '9 days' where id = $1", [id]);
  await purge();
  await server.sql("update submission set created_at = now() - interval '11 days' where id = $1", [id]);
  await purge();
  await eventually(async () => expect((await storedFiles(server.dataDir)).length).toBe(before - 1));
  expect(await tablesContaining(SECRET_TEXT)).toEqual([]);
});

test('purging a form removes all of that with it', async () => {
  const { owner, form } = await spread();
  const before = (await storedFiles(server.dataDir)).length;
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expectData(await owner.client.delete(`trash/forms/${form.id}/`));
  await eventually(async () => expect((await storedFiles(server.dataDir)).length).toBe(before - 1));
  expect(await tablesContaining(SECRET_TEXT)).toEqual([]);
});
