import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importEnded, importFile, sendImport } from '#tests/harness/imports.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { expectData } from '#tests/harness/responses.ts';
import { createTable } from '#tests/harness/tables.ts';

/** Lines that are appended, and that are matched, which takes longer. */
const LINES = 40_000;
const MATCHED = 8_000;
/** Each so many is refused. */
const BAD = 500;
const WITHIN = 60_000;

const COLUMNS = [
  { id: 'c_n', name: 'n', label: 'N', type: 'number' },
  { id: 'c_name', name: 'name', label: 'Name', type: 'text' },
];
const linesOf = <Line>(count: number, line: (n: number) => Line) =>
  Array.from({ length: count }, (_, n) => line(n));
const isBad = (n: number) => n % BAD === 0;
const written = (n: number) => (isBad(n) ? `x${n}` : n);
const SUM = linesOf(LINES, (n) => (isBad(n) ? 0 : n)).reduce((total, n) => total + n);

const workbook = async () =>
  new Uint8Array(
    await writeXlsx({
      sheets: [
        { name: 'Notes', hidden: true, rows: [['N'], [-1]] },
        { name: 'Data', rows: [['N', 'Name'], ...linesOf(LINES, (n) => [written(n), `Row ${n}`])] },
      ],
    }),
  );
const records = () => linesOf(LINES, (n) => JSON.stringify({ n: written(n), name: `Row ${n}` })).join('\n');
const known = () => `N,Name\n${linesOf(MATCHED, (n) => `${n},Old ${n}`).join('\n')}\n`;
const changes = () => `N,Name\n${linesOf(MATCHED, (n) => `${n},${isBad(n) ? '' : `New ${n}`}`).join('\n')}\n`;
const person = (n: number) => (isBad(n) ? 'EMAIL:nobody' : `FN:Row ${n}\r\nEMAIL:r${n}@example.org`);
const cards = () =>
  linesOf(MATCHED, (n) => `BEGIN:VCARD\r\nVERSION:3.0\r\n${person(n)}\r\nEND:VCARD\r\n`).join('');

test('resumes imports of a workbook, records, cards and changes after the process was killed, and takes each line once', async () => {
  const { env, client } = await createKillableServer();
  const first = await startKillable(env);
  const place = await createPlace(client);
  const { owner } = place;
  const newTable = () => createTable(owner, place, COLUMNS);
  const people = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const numbered = await newTable();
  await importFile(owner, numbered, known());

  type Sent = { table: { id: string }; file: BlobPart; how: Record<string, string>; lines: number };
  const runs: Sent[] = [
    { table: await newTable(), file: await workbook(), how: {}, lines: LINES },
    { table: await newTable(), file: records(), how: {}, lines: LINES },
    { table: people, file: cards(), how: {}, lines: MATCHED },
    {
      ...{ table: numbered, file: changes(), how: { match_on: 'n', empty_cells: 'clear' } },
      lines: MATCHED,
    },
  ];
  const read = async (id: string) => expectData(await owner.client.get(`jobs/${id}/`));
  const ids: string[] = [];
  let server = first;
  for (const { table, file, how, lines } of runs) {
    const { id } = expectData(await sendImport(owner.client, table, file, how), 202);
    ids.push(id);
    await eventually(async () => expect((await read(id)).done).toBeGreaterThan(0), WITHIN);
    await server.kill();
    server = await startKillable(env);
    expect((await read(id)).state).not.toBe('ready');
    const job = await eventually(() => importEnded(owner, id), WITHIN);
    expect([job.state, job.done, job.rejected]).toEqual(['ready', lines - lines / BAD, lines / BAD]);
  }

  const aggregate = async ({ id }: { id: string }, metrics: string) =>
    Object.values(
      expectData(await owner.client.get(`items/${id}/aggregate/`, { query: { metrics } }))[0]?.values ?? {},
    ).map(Number);
  const taken = MATCHED - MATCHED / BAD;
  const [ofWorkbook, ofRecords, ofCards, changed] = runs.map(({ table }) => table);
  for (const table of [ofWorkbook, ofRecords])
    expect(await aggregate(table ?? people, 'count,unique:n,sum:n')).toEqual([
      ...[LINES - LINES / BAD, LINES - LINES / BAD, SUM],
    ]);
  expect(await aggregate(ofCards ?? people, 'count,unique:email')).toEqual([taken, taken]);
  expect(await aggregate(changed ?? people, 'count,unique:n,unique:name')).toEqual([
    MATCHED,
    MATCHED,
    MATCHED,
  ]);
  const filter = JSON.stringify({ field: 'c_name', op: 'starts_with', value: 'New' });
  const query = { metrics: 'count', filter };
  const [renamed] = expectData(await owner.client.get(`items/${numbered.id}/aggregate/`, { query }));
  expect(Number(renamed?.values.count)).toBe(taken);
  for (const [at, { lines }] of runs.entries()) {
    const errors = await (await owner.client.fetch('GET', `jobs/${ids[at]}/errors/`)).text();
    expect(errors.match(/nobody|^\d+,/gm)).toHaveLength(lines / BAD);
  }
}, 180_000);
