import { gzipSync } from 'node:zlib';
import { openPool } from '#server/platform/database/database.ts';
import { type BenchAccount, benchAccount, benchMember } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';

const MANY = 2_000;
const FEW = 10;
/** Documents in each space. */
const DOCUMENTS = 20;
const VISITS = 40;
const KILOBYTE = 1000;
const GOAL_MS = 300;

/** Fills a hub up to this many spaces with documents, as if they had been created one by one. */
export async function fillSpaces(
  dataDir: string,
  { handle, userId }: BenchAccount,
  spaces: number,
): Promise<void> {
  const pool = openPool(databaseOf(dataDir), 1);
  try {
    await pool.query(
      `with place as (select id as hub_id from hub where handle = $1),
        numbers as (select n, gen_random_uuid() as space_id, gen_random_uuid() as scope_id from generate_series(2, $3::int) n),
        spaces as (
          insert into space (id, hub_id, scope_id, slug, name, description, visibility, created_by)
          select space_id, hub_id, scope_id, 'project-' || n, 'Project ' || n || ' of the river survey',
            'What the group of river ' || n || ' measured, wrote down and agreed on since the spring.', 'shared', $2
          from numbers, place),
        scopes as (insert into scope (id, hub_id, space_id) select scope_id, hub_id, space_id from numbers, place),
        members as (
          insert into space_member (space_id, user_id, role, added_by)
          select space_id, $2, 'owner', $2 from numbers),
        sources as (insert into scope_source (scope_id, source_id) select scope_id, scope_id from numbers),
        lists as (
          insert into scope_entry (scope_id, principal, hub_id, space_id, role)
          select scope_id, principal, hub_id, space_id, role
          from numbers, place, (values ('members', 2), ('user:' || $2::text, 4)) as list (principal, role))
       insert into item (id, hub_id, space_id, scope_id, kind, title, size, created_by, updated_by, updated_at)
       select gen_random_uuid(), hub_id, space_id, scope_id, 'document', 'Report ' || d || ' on river ' || n, 2000, $2, $2,
         now() - (n * 37 % 1000 + d) * interval '1 hour'
       from numbers, place, generate_series(1, $4::int) d`,
      [handle, userId, spaces, DOCUMENTS],
    );
    await pool.query('vacuum analyze');
  } finally {
    await pool.end();
  }
}

type Measured = { firstByteMs: number; bytes: number; gzBytes: number; html: string };

/** The time to the first byte of a page for a signed-in user, the median of many visits. */
async function visitPage(origin: string, account: BenchAccount, path: string): Promise<Measured> {
  const times: number[] = [];
  let html = '';
  for (let visit = -5; visit < VISITS; visit += 1) {
    const began = performance.now();
    const response = await fetch(`${origin}${path}`, {
      headers: { cookie: `hubkeep_session=${account.token}` },
    });
    if (visit >= 0) times.push(performance.now() - began);
    html = await response.text();
    if (!response.ok || response.redirected) throw new Error(`${path} was answered ${response.status}`);
  }
  return { firstByteMs: percentile(times, 0.5), bytes: html.length, gzBytes: gzipSync(html).length, html };
}

/** Pages of a hub of 2,000 spaces, compared with those of a hub of ten. */
export const manySpacesBench: Bench = {
  name: 'many-spaces',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const hubs = await Promise.all([MANY, FEW].map(() => benchAccount(serving.url)));
      const people: { role: string; accounts: BenchAccount[] }[] = [
        { role: 'owner', accounts: hubs },
        { role: 'member', accounts: await Promise.all(hubs.map(benchMember)) },
      ];
      for (const [n, hub] of hubs.entries()) await fillSpaces(dataDir, hub, n === 0 ? MANY : FEW);
      const pages: Record<string, (account: BenchAccount) => string> = {
        home: ({ handle }) => `/${handle}`,
        'all spaces': ({ handle }) => `/${handle}?view=spaces&page=2`,
        'a space': ({ handle }) => `/${handle}/project-7`,
        search: () => '/search?q=river+survey',
      };
      const rows: BenchRow[] = [];
      for (const [page, pathOf] of Object.entries(pages)) {
        for (const { role, accounts } of people) {
          const [many, few] = accounts;
          if (!many || !few) throw new Error('two hubs are measured');
          const work = `${page} of a hub of 2,000 spaces, ${role}`;
          // Alternately, so that the load of the machine affects both alike.
          const beside = await visitPage(serving.url, few, pathOf(few));
          const found = await visitPage(serving.url, many, pathOf(many));
          if (process.env.PAGES_TO) {
            const { writeFileSync } = await import('node:fs');
            writeFileSync(`${process.env.PAGES_TO}/${page}-${role}.html`, found.html);
          }
          rows.push({
            work: `${work}: first byte, p50`,
            value: found.firstByteMs,
            unit: 'ms',
            goal: { value: GOAL_MS, atMost: true },
            floor: { what: 'ten spaces', value: beside.firstByteMs },
          });
          rows.push({
            work: `${work}: page`,
            value: found.bytes / KILOBYTE,
            unit: 'kB',
            floor: { what: 'ten spaces', value: beside.bytes / KILOBYTE },
            note: `${(found.gzBytes / KILOBYTE).toFixed(1)} kB gz`,
          });
        }
      }
      return rows;
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
