import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { zipOf } from '#tests/harness/archive.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importArchive, reportOf } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const idOf = (n: number) => `0123456789abcdef0123456789ab${String(n).padStart(4, '0')}`;
const [TEAM, PLAN, LONG, ROWS, LAMP] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)];
const EXPORT = 'Export-11111111-2222-3333-4444-555555555555.zip';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function place() {
  const found = await createPlace(server.client);
  const client = found.owner.client.in(found.hub);
  const { slug } = found.space;
  return {
    client,
    base: `/${found.hub.domain_handle}/${slug}`,
    items: async () => expectData(await client.get(`spaces/${slug}/items/?page_size=100`)),
    item: async (id = '') => expectData(await client.get(`items/${id}/`)),
    text: async (id = '') => expectData(await client.get(`items/${id}/content/`)).markdown,
    send: async (files: Record<string, string | Uint8Array>) =>
      importArchive(found, { name: EXPORT, bytes: await zipOf(files) }),
  };
}

/** A large export as Notion packs it: archives in the archive. */
const inParts = async (...parts: Record<string, string | Uint8Array>[]) =>
  Object.fromEntries(
    await Promise.all(
      parts.map(async (files, n) => [`ExportBlock-${TEAM}-Part-${n + 1}.zip`, await zipOf(files)] as const),
    ),
  );

test('the parts of a large export are one source, with links between them and without ids in titles', async () => {
  const { base, items, item, text, send } = await place();
  const folder = `Team ${TEAM}`;
  const whole = `${'Ä'.repeat(130)} and on`;
  const cut = `${'Ä'.repeat(126)}`;
  const job = await send(
    await inParts(
      {
        [`${folder}.md`]: `# Team\n\n[plan](Team%20${TEAM}/Plan%20${PLAN}.md) [moved](Elsewhere/Old%20name%20${PLAN}.md) [web](https://www.notion.so/team/Plan-${PLAN}?pvs=4) [cut](${encodeURIComponent(whole)}.md) [gone](Gone%20${idOf(9)}.md)`,
        [`${cut}.md`]: 'cut',
      },
      {
        [`${folder}.md`]: 'twice',
        [`${folder}/Plan ${PLAN}.md`]:
          '# Plan\n\nCreated: January 5, 2024 10:30 AM\nLast edited time: March 1, 2024 9:00 PM\nTags: boats, oars\nStatus: Done\n\nText.',
        [`${folder}/Long ${LONG}.html`]: `<html><head><title>Long</title></head><body><article class="page"><header><h1 class="page-title">Long</h1><table class="properties"><tbody><tr class="property-row property-row-created_time"><th>Created</th><td><time>@May 9, 2023 8:15 AM</time></td></tr><tr class="property-row property-row-multi_select"><th>Tags</th><td><span class="selected-value">a</span><span class="selected-value">b c</span></td></tr></tbody></table></header><div class="page-body"><p>Read <a href="Plan%20${PLAN}.html">the plan</a>.</p></div></article></body></html>`,
        'inner.zip': await zipOf({ 'A.md': 'a' }),
      },
    ),
  );
  const report = reportOf(job);
  expect(report[`${folder}/Plan ${PLAN}.md`]?.clean_name).toBe('Team/Plan.md');
  const plan = report[`${folder}/Plan ${PLAN}.md`]?.item_id;
  const titles = (await items()).map(({ title, kind }) => `${kind} ${title}`);
  expect(titles.toSorted()).toEqual([
    'document Long',
    'document Plan',
    'document Team',
    `document ${cut}`,
    'folder Team',
  ]);
  const failed = job.result?.filter(({ status }) => status === 'failed').map(({ name }) => name);
  expect(failed?.toSorted()).toEqual([`${folder}.md`, 'inner.zip']);
  const team = (await items()).find(({ title, kind }) => title === 'Team' && kind === 'document');
  const links = await text(team?.id);
  const to = (id?: string) => `${base}/${id}`;
  expect(links).toContain(`[plan](${to(plan)}) [moved](${to(plan)}) [web](${to(plan)})`);
  expect(links).toContain(`[cut](${to(report[`${cut}.md`]?.item_id)})`);
  expect(links).toContain(`[gone](Gone%20${idOf(9)}.md)`);
  expect(await item(plan)).toMatchObject({
    created_at: '2024-01-05T10:30:00.000Z',
    source: { tags: ['boats', 'oars'] },
  });
  expect(await text(plan)).toBe('Status: Done\n\nText.');
  const long = report[`${folder}/Long ${LONG}.html`]?.item_id;
  expect(await item(long)).toMatchObject({
    created_at: '2023-05-09T08:15:00.000Z',
    source: { tags: ['a', 'b c'] },
  });
  expect(await text(long)).toContain(`[the plan](${to(plan)})`);
});

test('a part that is damaged is reported, and the others are imported', async () => {
  const { send } = await place();
  const good = await inParts({ 'A.md': 'a' });
  const job = await send({ ...good, 'Export-Part-2.zip': 'no zip' });
  expect(reportOf(job)).toMatchObject({
    'A.md': { status: 'imported' },
    'Export-Part-2.zip': { status: 'failed', reason: 'The archive is damaged or incomplete.' },
  });
});

test('a database becomes one table with all its rows, which links lead to, and is left as it is later', async () => {
  const { base, client, items, text, send } = await place();
  const files = {
    'Home.md': `[rows](Rows%20${ROWS}.csv)`,
    [`Rows ${ROWS}.csv`]: 'Name,Price\nLamp,2\n',
    [`Rows ${ROWS}_all.csv`]: 'Name,Price\nLamp,2\nOar,30\n',
    [`Rows ${ROWS}/Lamp ${LAMP}.md`]: '# Lamp\n\nPrice: 2\n\nIt shines.',
    'plain.csv': 'a,b\n1,2',
  };
  const job = await send(files);
  expect(job).toMatchObject({ state: 'ready', rejected: 0 });
  const all = await items();
  // Another CSV file stays the file that it is.
  const named = all
    .filter(({ title }) => /Rows|plain/.test(title))
    .map(({ title, kind }) => `${kind} ${title}`);
  expect(named.toSorted()).toEqual(['folder Rows', 'table Rows', 'table plain.csv']);
  const table = all.find(({ title, kind }) => title === 'Rows' && kind === 'table');
  expect(all.find(({ title, kind }) => title === 'Lamp' && kind === 'document')).toBeTruthy();
  const report = reportOf(job);
  expect(report[`Rows ${ROWS}.csv`]).toMatchObject({ status: 'imported', item_id: table?.id });
  expect(report[`Rows ${ROWS}_all.csv`]).toBeUndefined();
  expect(await text(report['Home.md']?.item_id)).toBe(`[rows](${base}/${table?.id})`);
  const rows = async () => expectData(await client.get(`items/${table?.id}/rows/`));
  await eventually(async () => expect(await rows()).toHaveLength(2), 30_000);

  const again = reportOf(await send({ ...files, [`Rows ${ROWS}_all.csv`]: 'Name,Price\nLamp,2\n' }));
  expect(again[`Rows ${ROWS}.csv`]).toMatchObject({ status: 'imported', item_id: table?.id });
  expect(again[`Rows ${ROWS}.csv`]?.reason).toContain('left as it is');
  expect(await rows()).toHaveLength(2);
});

test('a database without columns becomes the file that it is, one without rows a table', async () => {
  const { base, client, items, text, send } = await place();
  const files = {
    'Home.md': `[rows](Rows%20${ROWS}.csv)`,
    [`Rows ${ROWS}.csv`]: '\n\n',
    [`Rows ${ROWS}/Lamp ${LAMP}.md`]: '# Lamp',
    [`Empty ${PLAN}.csv`]: 'Name,Price\n',
  };
  const job = await send(files);
  expect(job).toMatchObject({ state: 'ready', rejected: 0 });
  const report = reportOf(job);
  const named = async () =>
    (await items()).flatMap(({ title, kind }) => (kind === 'table' ? `${title}` : [])).toSorted();
  expect(await named()).toEqual(['Empty', 'Rows.csv']);
  const id = report[`Rows ${ROWS}.csv`]?.item_id;
  expect(await (await client.fetch('GET', `items/${id}/file/`)).text()).toBe('\n\n');
  expect(await text(report['Home.md']?.item_id)).toBe(`[rows](${base}/${id})`);
  const again = reportOf(await send(files));
  expect(again[`Rows ${ROWS}.csv`]).toMatchObject({ status: 'imported', item_id: id });
  expect(await named()).toEqual(['Empty', 'Rows.csv']);
});

test('a page that was renamed there is the same page, with what is below it', async () => {
  const { client, items, item, text, send } = await place();
  const tree = (team: string, plan: string, content: string) => ({
    [`${team} ${TEAM}.md`]: `# ${team}\n\nteam`,
    [`${team} ${TEAM}/${plan} ${PLAN}.md`]: `# ${plan}\n\n${content}`,
    [`${team} ${TEAM}/map.png`]: PICTURE,
    [`${team} ${TEAM}/Own ${LONG}.md`]: 'own',
  });
  const first = reportOf(await send(tree('Team', 'Plan', 'words')));
  const own = first[`Team ${TEAM}/Own ${LONG}.md`]?.item_id ?? '';
  expectData(await client.patch(`items/${own}/`, { title: 'Renamed here' }));
  const count = (await items()).length;

  const last = reportOf(await send(tree('Crew', 'Course', 'other words')));
  expect(await items()).toHaveLength(count);
  const plan = first[`Team ${TEAM}/Plan ${PLAN}.md`]?.item_id;
  expect(last[`Crew ${TEAM}/Course ${PLAN}.md`]).toMatchObject({ status: 'changed', item_id: plan });
  expect(last[`Crew ${TEAM}/map.png`]?.item_id).toBe(first[`Team ${TEAM}/map.png`]?.item_id);
  expect(await item(plan)).toMatchObject({ title: 'Course' });
  expect(await text(plan)).toBe('other words');
  expect(await item(own)).toMatchObject({ title: 'Renamed here' });
  const titles = (await items()).map(({ title, kind }) => `${kind} ${title}`).toSorted();
  expect(titles).toEqual([
    'document Course',
    'document Crew',
    'document Renamed here',
    'folder Crew',
    'image map.png',
  ]);

  const same = reportOf(await send(tree('Crew', 'Course', 'other words')));
  for (const { status } of Object.values(same)) expect(status).toBe('imported');
});
