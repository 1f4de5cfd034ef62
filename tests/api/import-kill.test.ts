import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importEnded, sendImport } from '#tests/harness/imports.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { expectData } from '#tests/harness/responses.ts';
import { createTable } from '#tests/harness/tables.ts';

const LINES = 60_000;
/** Each so many is refused. */
const BAD = 1_000;
const WITHIN = 60_000;

test('resumes where it was after the process was killed midway, and writes and refuses each line once', async () => {
  const { env, client } = await createKillableServer();
  const first = await startKillable(env);
  const place = await createPlace(client);
  const { owner } = place;
  const table = await createTable(owner, place, [
    { name: 'n', label: 'N', type: 'number' },
    { name: 'name', label: 'Name', type: 'text' },
  ]);
  const lines = Array.from({ length: LINES }, (_, n) =>
    n % BAD === 0 ? `x${n};Row, old` : `${n};Row, ${n}`,
  );
  // How it is read is stored with it: what separates its cells would be taken for a comma, and its first line for names.
  const fields = {
    ...{ has_header: 'false', delimiter: 'semicolon' },
    mapping: JSON.stringify({ 'Column 1': 'n', 'Column 2': 'name' }),
  };
  const { id } = expectData(await sendImport(owner.client, table, `${lines.join('\n')}\n`, fields), 202);
  const read = async () => expectData(await owner.client.get(`jobs/${id}/`));
  await eventually(async () => expect((await read()).done).toBeGreaterThan(0), WITHIN);
  await first.kill();

  await startKillable(env);
  const resumed = await read();
  expect(resumed.state).not.toBe('ready');
  expect(resumed.done).toBeGreaterThan(0);
  expect(resumed.done).toBeLessThan(LINES - LINES / BAD);
  const job = await eventually(() => importEnded(owner, id), WITHIN);
  expect(job).toMatchObject({ state: 'ready', done: LINES - LINES / BAD, rejected: LINES / BAD });
  const query = { metrics: 'count,unique:n,sum:n' };
  const [counted] = expectData(await owner.client.get(`items/${table.id}/aggregate/`, { query }));
  const sum = lines.reduce((total, _, n) => (n % BAD === 0 ? total : total + n), 0);
  expect(Object.values(counted?.values ?? {}).map(Number)).toEqual([job.done, job.done, sum]);
  const errors = await (await owner.client.fetch('GET', `jobs/${id}/errors/`)).text();
  const refused = errors
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));
  expect(refused).toEqual(Array.from({ length: LINES / BAD }, (_, at) => at * BAD + 1));
}, 120_000);
