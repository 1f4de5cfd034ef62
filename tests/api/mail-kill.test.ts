import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { registerUser } from '#tests/harness/accounts.ts';
import { createClient } from '#tests/harness/client.ts';
import { createDatabase } from '#tests/harness/databases.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { startKillable } from '#tests/harness/killable.ts';
import { startMailServerForTest } from '#tests/harness/server-with-mail.ts';

test('loses no queued mail when the process is killed while sending', async () => {
  const [database, dataDir, port] = await Promise.all([
    createDatabase(inject('postgres')),
    mkdtemp(join(tmpdir(), 'hubkeep-test-mail-')),
    freePort(),
  ]);
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  // Accepts the connection and never responds: the mail is being sent when the process is killed.
  const silent = await startMailServerForTest({ silent: true });
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: 'the secret key of a test server',
  };
  const first = await startKillable({ ...env, SMTP_URL: silent.url });
  const { email } = await registerUser(createClient(`http://127.0.0.1:${port}`), { profile: false });
  await vi.waitFor(() => expect(silent.connections()).toBeGreaterThan(0), { timeout: 20_000 });
  await first.kill();

  const mail = await startMailServerForTest();
  await startKillable({ ...env, SMTP_URL: mail.url });
  expect((await mail.mailTo(email)).subject).toMatch(/is your code/);
  expect(mail.mails).toHaveLength(1);
});
