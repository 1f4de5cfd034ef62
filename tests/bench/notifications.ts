import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type BenchAccount, createItem } from './account.ts';
import { driverPerSecond, shoot } from './api.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { sendJson } from './column-change.ts';
import { withServer } from './with-server.ts';

/** Members of the hub, who have the notifications; each has as many. */
const PEOPLE = 1_000;
/** Documents, each with a thread of as many replies. */
const DOCUMENTS = 100;
const REPLIES = 100;
const SIZES = (process.env.BENCH_NOTIFICATIONS ?? '10000,100000,1000000').split(',').map(Number);
/** How often a comment is written for a figure. */
const TIMES = 40;
const PAGE = 30;
const DIGEST_MAX_MS = 60_000;
const TEXT =
  'The pump at the north quay was checked on Tuesday; its seal is worn, and the harbour office wants to know by Friday who replaces it and what that costs.';

/** An id in the order of `n`, as the app makes them by time. */
const orderedId = (n: string, salt: string) =>
  `(lpad(to_hex(1700000000000 + ${n}), 12, '0') || '7' || substr(md5('${salt}' || ${n}), 1, 3) || '8' || substr(md5('${salt}' || ${n}), 4, 15))::uuid`;

type Measured = { account: BenchAccount; client: pg.Client; options: pg.ClientConfig; people: string[] };

/** Fills the hub with members, documents and threads in which all of them wrote. */
async function fill({ account, client }: Omit<Measured, 'people'>): Promise<string[]> {
  const { rows: people } = await client.query<{ id: string }>(
    `with hub as (select id from hub where handle = $1), made as (
       insert into app_user (id, email, email_key, first_name, last_name, is_email_verified)
       select gen_random_uuid(), 'person-' || n || '@nordwind.example', 'person-' || n || '@nordwind.example', 'Person', 'Number ' || n, true
       from generate_series(2, $2::int) n returning id)
     insert into membership (hub_id, user_id, role) select hub.id, made.id, 'member' from hub, made returning user_id as id`,
    [account.handle, PEOPLE],
  );
  const ids = [account.userId, ...people.map(({ id }) => id)];
  for (let n = 0; n < DOCUMENTS; n += 1)
    await createItem(account, { kind: 'document', title: `Report ${n} on the harbour`, content: TEXT });
  await client.query(
    `with numbered as (select id, hub_id, row_number() over (order by id) as d from item where kind = 'document'),
       threads as (insert into comment (id, hub_id, item_id, body, html, created_by)
         select ${orderedId('d', 'thread')}, hub_id, id, $2, '<p>' || $2 || '</p>', ($1::uuid[])[1] from numbered returning id, item_id, hub_id)
     insert into comment (id, hub_id, item_id, parent_id, body, html, created_by)
     select ${orderedId('(d * 1000 + r)', 'reply')}, threads.hub_id, threads.item_id, threads.id, $2, '<p>' || $2 || '</p>', ($1::uuid[])[1 + (d * ${REPLIES} + r) % ${PEOPLE}]
     from threads join numbered on numbered.id = threads.item_id, generate_series(1, ${REPLIES}) r`,
    [ids, TEXT],
  );
  return ids;
}

/** Has this many notifications be there, half of replies and half of mentions in documents, two of five unread. */
async function notifyMany({ client, people }: Measured, from: number, to: number): Promise<void> {
  await client.query(
    `with replies as (select array_agg(id order by id) as ids, array_agg(item_id order by id) as items, count(*)::int as size from comment where parent_id is not null)
     insert into notification (id, user_id, hub_id, event, actor_id, item_id, comment_id, text, created_at, read_at, mailed_at)
     select ${orderedId('n', 'notice')}, ($1::uuid[])[1 + n % ${PEOPLE}], (select hub_id from comment limit 1),
       case when n / ${PEOPLE} % 2 = 0 then 'replied' else 'mentioned' end, ($1::uuid[])[1 + (n + 7) % ${PEOPLE}],
       items[1 + n % size], case when n / ${PEOPLE} % 2 = 0 then ids[1 + n % size] end,
       case when n / ${PEOPLE} % 2 = 0 then '' else $2 end, now() - ($4 - n) * interval '1 second',
       case when n / ${PEOPLE} % 5 < 3 then now() end, now()
     from replies, generate_series($3::int, $4::int - 1) n`,
    [people, TEXT, from, to],
  );
  await client.query('vacuum analyze');
}

const load = () => `load ${loadavg()[0]?.toFixed(1)}`;

/** What each page asks for, and the first page of the list. */
async function readRows({ account, options }: Measured, size: number): Promise<BenchRow[]> {
  const floors = {
    'notifications/unread-count/': `select count(*) from (select from notification where user_id = $1 and read_at is null order by id desc limit 100) unread`,
    [`notifications/?page_size=${PAGE}`]: `select * from notification where user_id = $1 order by id desc limit ${PAGE}`,
  };
  const rows: BenchRow[] = [];
  for (const [path, text] of Object.entries(floors)) {
    const found = await shoot(account, { path, connections: 8 });
    const floor = await driverPerSecond(options, 8, () => ({ name: path, text, values: [account.userId] }));
    rows.push({
      work: `${path.includes('count') ? 'unread notifications counted' : `first ${PAGE} notifications`}, of ${size} in the database`,
      value: found.perSecond,
      unit: '/s',
      floor: { what: 'the same rows by the driver, without rights', value: floor },
      note: `8 connections: p50 ${found.p50} ms, p99 ${found.p99} ms; ${load()}`,
    });
  }
  return rows;
}

/** The middle of what an act takes, in milliseconds. */
async function middle(act: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = -5; n < TIMES; n += 1) {
    const begun = performance.now();
    await act(n);
    if (n >= 0) times.push(performance.now() - begun);
  }
  return percentile(times, 0.5);
}

/** Replies in threads of some people, a comment that mentions as many as one may, and one on what many watch. */
async function writeRows({ account, client, people }: Measured): Promise<BenchRow[]> {
  const insert = (count: number) =>
    middle(() =>
      client.query(
        `with written as (insert into comment (id, hub_id, item_id, body, html, created_by)
           select gen_random_uuid(), hub_id, item_id, body, html, created_by from comment limit 1 returning id, hub_id, item_id)
         insert into notification (id, user_id, hub_id, event, item_id, comment_id)
         select gen_random_uuid(), one, hub_id, 'replied', item_id, id from written, unnest($1::uuid[]) one`,
        [people.slice(1, count + 1)],
      ),
    );
  const notified = async (itemId: string) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from notification where comment_id = (select id from comment where item_id = $1 order by id desc limit 1)`,
      [itemId],
    );
    return rows[0]?.count ?? 0;
  };
  const rows: BenchRow[] = [];
  for (const count of [1, 10, 100]) {
    const itemId = await createItem(account, { kind: 'document', title: `Thread of ${count}` });
    const thread = await sendJson(account, 'POST', `items/${itemId}/comments/`, { body: TEXT });
    await client.query(
      `insert into comment (id, hub_id, item_id, parent_id, body, html, created_by)
       select ${orderedId('n', `${count}`)}, hub_id, item_id, id, body, html, ($2::uuid[])[n + 1] from comment, generate_series(1, $3::int) n where id = $1`,
      [thread.id, people, count],
    );
    // It becomes that of one of them. Of the latest hundred replies all authors are notified: of a hundred fewer with each.
    const value = await middle(async () => {
      const reply = await sendJson(account, 'POST', `comments/${thread.id}/replies/`, { body: TEXT });
      await client.query('update comment set created_by = $2 where id = $1', [reply.id, people[1]]);
    });
    rows.push({
      work: `a reply in a thread of ${count} people`,
      value,
      unit: 'ms',
      floor: { what: 'the rows by one statement of the driver', value: await insert(count) },
      note: `notified: ${await notified(itemId)}; ${load()}`,
    });
  }
  const mentions = people
    .slice(1, 51)
    .map((id) => `@[P](user:${id})`)
    .join(' ');
  const mentioned = await createItem(account, { kind: 'document', title: 'Mentions' });
  rows.push({
    work: 'a comment that mentions 50, the most',
    value: await middle(() => sendJson(account, 'POST', `items/${mentioned}/comments/`, { body: mentions })),
    unit: 'ms',
    floor: { what: 'the rows by one statement of the driver', value: await insert(50) },
    note: `notified: ${await notified(mentioned)}; ${load()}`,
  });
  const watched = await createItem(account, { kind: 'document', title: 'Watched' });
  await client.query(
    `insert into item_watch (user_id, item_id) select one, $2 from unnest($1::uuid[]) one on conflict do nothing`,
    [people, watched],
  );
  rows.push({
    work: `a comment on what ${PEOPLE} watch`,
    value: await middle(() => sendJson(account, 'POST', `items/${watched}/comments/`, { body: TEXT })),
    unit: 'ms',
    floor: { what: 'the comment by the driver', value: await insert(0) },
    note: `notified by rows: ${await notified(watched)}; ${load()}`,
  });
  await client.query('delete from item_watch');
  return rows;
}

/** From the job to its commit: one mail is queued for each person. */
async function digestRow({ client, people }: Measured): Promise<BenchRow> {
  await client.query('update app_user set is_email_verified = true');
  await client.query('update notification set mailed_at = now() where mailed_at is null');
  await client.query(
    `with due as (select distinct on (user_id) id from notification
       where read_at is null and event = 'mentioned' and user_id = any($1::uuid[]) order by user_id, id desc)
     update notification set mailed_at = null, created_at = now() - interval '20 minutes' from due where notification.id = due.id`,
    [people],
  );
  const waiting = async () => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int from notification where mailed_at is null and created_at < now() - interval '15 minutes'`,
    );
    return rows[0]?.count ?? 0;
  };
  const count = await waiting();
  const begun = performance.now();
  await client.query("select graphile_worker.add_job('watch-digest')");
  while ((await waiting()) > 0) {
    if (performance.now() - begun > DIGEST_MAX_MS) throw new Error('The digest is not done');
    await pause(10);
  }
  const seconds = (performance.now() - begun) / 1000;
  await client.query('begin');
  const bare = performance.now();
  await client.query(
    `update notification set mailed_at = now() where id in (select id from notification where read_at is null limit $1)`,
    [count],
  );
  await client.query(
    `select graphile_worker.add_job('bench', json_build_object('n', n)) from generate_series(1, $1::int) n`,
    [count],
  );
  const floor = (performance.now() - bare) / 1000;
  await client.query('rollback');
  return {
    work: `the digest for ${count} people, until their mails are queued`,
    value: seconds,
    unit: 's',
    floor: { what: 'rows and jobs by two statements', value: floor },
    note: load(),
  };
}

/** What notifications cost their writers, each page, their list and the digest, beside few and many of others. */
export const notificationsBench: Bench = {
  name: 'notifications',
  run: (): Promise<BenchRow[]> =>
    // Nothing listens there: mails are queued, which is what is measured.
    withServer(
      async ({ account, client, options }) => {
        const people = await fill({ account, client, options });
        const all = { account, client, options, people };
        const rows: BenchRow[] = [];
        for (const [n, size] of SIZES.entries()) {
          await notifyMany(all, SIZES[n - 1] ?? 0, size);
          rows.push(...(await readRows(all, size)));
        }
        rows.push(...(await writeRows(all)), await digestRow(all));
        return rows;
      },
      { SMTP_URL: 'smtp://127.0.0.1:9' },
    ),
};
