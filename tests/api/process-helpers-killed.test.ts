import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { processesPerTest } from '#tests/harness/processes.ts';
import { expectData } from '#tests/harness/responses.ts';

const { start } = processesPerTest();

const WRITERS = 4;
/**
 * Milliseconds from the kill of a helper until writes are acknowledged again: PostgreSQL recovered after 0.5
 * to 1.9 s.
 */
const BACK_WITHIN = 20_000;

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/**
 * The postmaster's child process with this title (`postgres: checkpointer`), or undefined while there is
 * none.
 */
function helperOf(dataDir: string, title: string): number | undefined {
  const postmaster = String(postmasterOf(dataDir));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        const parent = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^PPid:\s+(\d+)/m)?.[1];
        return parent === postmaster && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(title);
      } catch {
        // It has exited since the folder was listed.
        return false;
      }
    });
}

type Ledger = {
  /** Ids by the title of their item. */
  acknowledged: Map<string, string>;
  uploads: string[];
  /** Unexpected responses. */
  wrong: string[];
  refused: number;
};

/**
 * Writes with idempotency keys, each repeated with its key until it is acknowledged, with uploads in between,
 * until `isOver`.
 */
async function writeRepeatedly(
  person: TestAccount,
  place: { hub: { domain_handle: string }; space: { slug: string } },
  { ledger, name, isOver }: { ledger: Ledger; name: string; isOver: () => boolean },
): Promise<void> {
  const client = person.client.in(place.hub);
  const check = (response: { status: number; headers: Headers }) => {
    if (response.status === 201) return true;
    ledger.refused += 1;
    const after = Number(response.headers.get('retry-after'));
    if (response.status !== 503 || !(after > 0))
      ledger.wrong.push(`${response.status}, Retry-After ${after}`);
    return false;
  };
  for (let n = 0; !isOver(); n += 1) {
    const title = `Ledger ${name} ${n}`;
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const body = { kind: 'document', title, content: `${title} `.repeat(100) };
    await eventually(async () => {
      const response = await client.post(`spaces/${place.space.slug}/items/`, body, options);
      expect(check(response)).toBe(true);
      ledger.acknowledged.set(title, response.data.id);
    });
    if (n % 5 !== 0) continue;
    const file = { name: `${name}-${n}.txt`, bytes: `word${name}x${n} ${'lorem '.repeat(500)}` };
    const response = await uploadBytes(person, place, [file]);
    if (check(response)) ledger.uploads.push(...expectData(response, 201).items.map(({ id }) => id));
  }
}

async function listTitles(
  person: TestAccount,
  hub: { domain_handle: string },
  slug: string,
): Promise<string[]> {
  const titles: string[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, page_size: 100 };
    const items = expectData(await person.client.in(hub).get(`spaces/${slug}/items/`, { query }));
    titles.push(...items.map(({ title }) => title));
    if (items.length < 100) return titles;
  }
}

describe.runIf(process.platform === 'linux')('kill -9 of one helper process of the database', () => {
  it.each(['checkpointer', 'walwriter'])(
    'returns 503 with Retry-After until the database is back, and loses nothing: %s',
    async (title) => {
      const hubkeep = await start();
      const { owner, hub, space } = await createPlace(hubkeep.client);
      const ledger: Ledger = { acknowledged: new Map(), uploads: [], wrong: [], refused: 0 };
      let isOver = false;
      const writers = Promise.all(
        Array.from({ length: WRITERS }, (_, n) =>
          writeRepeatedly(owner, { hub, space }, { ledger, name: String(n), isOver: () => isOver }),
        ),
      );
      const postmaster = postmasterOf(hubkeep.dataDir);
      for (let round = 0; round < 2; round += 1) {
        const before = ledger.acknowledged.size;
        await eventually(async () => expect(ledger.acknowledged.size).toBeGreaterThan(before + 10));
        const helper = await eventually(async () => {
          const pid = helperOf(hubkeep.dataDir, title);
          if (!pid) throw new Error(`no ${title} runs`);
          return pid;
        });
        const refused = ledger.refused;
        process.kill(helper, 'SIGKILL');
        // A write was refused, so later acknowledgements come from the restarted database.
        await eventually(async () => expect(ledger.refused).toBeGreaterThan(refused));
        const atRefusal = ledger.acknowledged.size;
        await eventually(
          async () => expect(ledger.acknowledged.size).toBeGreaterThan(atRefusal + WRITERS),
          BACK_WITHIN,
        );
      }
      await eventually(async () => expect((await fetch(`${hubkeep.url}/readyz`)).status).toBe(200));
      isOver = true;
      await writers;

      expect(ledger.wrong).toEqual([]);
      // It was the database's own restart: neither its postmaster nor our process has exited.
      expect(postmasterOf(hubkeep.dataDir)).toBe(postmaster);
      expect(hubkeep.child.exitCode).toBeNull();
      const titles = (await listTitles(owner, hub, space.slug)).filter((one) => one.startsWith('Ledger'));
      expect(titles.sort()).toEqual([...ledger.acknowledged.keys()].sort());
      for (const id of ledger.uploads) await waitUntilReady(owner, id, 40_000);
      expect(hubkeep.output()).not.toMatch(/unhandled/i);
      expect(await hubkeep.stop()).toBe(0);
    },
    180_000,
  );
});
