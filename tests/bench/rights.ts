import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { type BenchAccount, benchAccount, benchMember } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { type CorpusPlace, loadCorpus, makeCorpus, seeded } from './corpus.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';

const DOCUMENTS = 100_000;
const SPACES = 1_000;
/** The member is in every fifth space: 200. */
const EVERY = 5;
const QUERIES = 400;

/** The acceptable response time for a member of a few spaces, relative to a user who sees all of them. */
const GOAL = 1.5;

type Reader = { account: BenchAccount; times: number[] };

/** Private spaces of the owner, every fifth with the member. */
async function addSpaces(
  database: Database,
  hubId: string,
  ownerId: string,
  memberId: string,
): Promise<(CorpusPlace['spaces'][number] & { slug: string })[]> {
  const spaces = Array.from({ length: SPACES }, (_, n) => ({
    spaceId: newId(),
    scopeId: newId(),
    slug: `private-${n}`,
    hasMember: n % EVERY === 0,
  }));
  for (let at = 0; at < spaces.length; at += 200) {
    const batch = spaces.slice(at, at + 200);
    await database.transaction().execute(async (trx) => {
      await trx
        .insertInto('space')
        .values(
          batch.map(({ spaceId, scopeId, slug }) => ({
            id: spaceId,
            hub_id: hubId,
            scope_id: scopeId,
            slug,
            name: slug,
            visibility: 'private' as const,
            created_by: ownerId,
          })),
        )
        .execute();
      await trx
        .insertInto('scope')
        .values(
          batch.map(({ spaceId, scopeId }) => ({
            id: scopeId,
            hub_id: hubId,
            space_id: spaceId,
            parent_id: null,
            item_id: null,
          })),
        )
        .execute();
      const people = batch.flatMap(({ spaceId, scopeId, hasMember }) =>
        (hasMember ? [ownerId, memberId] : [ownerId]).map((id) => ({ id, spaceId, scopeId })),
      );
      await trx
        .insertInto('space_member')
        .values(
          people.map(({ id, spaceId }) => ({
            space_id: spaceId,
            user_id: id,
            role: 'owner' as const,
            added_by: ownerId,
          })),
        )
        .execute();
      await trx
        .insertInto('scope_source')
        .values(people.map(({ scopeId }) => ({ scope_id: scopeId, source_id: scopeId })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx
        .insertInto('scope_entry')
        .values(
          people.map(({ id, spaceId, scopeId }) => ({
            scope_id: scopeId,
            principal: `user:${id}`,
            hub_id: hubId,
            space_id: spaceId,
            role: 4,
          })),
        )
        .execute();
    });
  }
  return spaces;
}

/**
 * Sends the same requests for both readers alternately, so that the load of the machine affects both alike.
 */
async function askBoth(readers: readonly Reader[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const { account, times } of readers) {
      const began = performance.now();
      const pageResponse = await fetch(`${account.url}/${path}`, { headers: account.headers });
      await pageResponse.arrayBuffer();
      times.push(performance.now() - began);
      if (!pageResponse.ok) throw new Error(`${path} was answered ${pageResponse.status}`);
    }
  }
}

/**
 * Lists and searches for a member of 200 of 1,000 private spaces with 100,000 items, compared with an owner
 * of all.
 */
export const rightsBench: Bench = {
  name: 'rights',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const owner = await benchAccount(serving.url);
      const member = await benchMember(owner);
      const pool = openPool(databaseOf(dataDir), 4);
      const database = openDatabase(pool);
      const { hub_id: hubId } = await database
        .selectFrom('space')
        .innerJoin('hub', 'hub.id', 'space.hub_id')
        .select('space.hub_id')
        .where('hub.handle', '=', owner.handle)
        .executeTakeFirstOrThrow();
      const spaces = await addSpaces(database, hubId, owner.userId, member.userId);
      const corpus = makeCorpus(DOCUMENTS);
      await loadCorpus(database, { hubId, userId: owner.userId, spaces }, corpus, {
        sampleInterval: DOCUMENTS,
      });
      await database.destroy();

      const random = seeded(43);
      const shared = spaces.filter((_, n) => n % EVERY === 0);
      const routesOf: Record<string, string[]> = {
        'list of a space': Array.from(
          { length: QUERIES },
          (_, n) => `spaces/${shared[n % shared.length]?.slug}/items/?page_size=25`,
        ),
        'list of what changed lately': Array.from({ length: QUERIES }, () => 'activity/?page_size=25'),
        'search of two words': Array.from(
          { length: QUERIES },
          () => `search/?q=${corpus.draw(random)}+${corpus.draw(random)}`,
        ),
        'search of a rare word': Array.from({ length: QUERIES }, () => {
          const word = corpus.tokens[5_000 + Math.floor(random() * 20_000)];
          return `search/?q=${word}`;
        }),
      };
      const rows: BenchRow[] = [];
      for (const [work, paths] of Object.entries(routesOf)) {
        const readers = [member, owner].map((account) => ({ account, times: [] as number[] }));
        await askBoth(
          readers.map(({ account }) => ({ account, times: [] })),
          paths.slice(0, 40),
        );
        await askBoth(readers, paths);
        const [ofMember, ofOwner] = readers.map((one) => one.times);
        for (const [name, share] of [
          ['p50', 0.5],
          ['p99', 0.99],
        ] as const) {
          const value = percentile(ofMember ?? [], share);
          const beside = percentile(ofOwner ?? [], share);
          rows.push({
            work: `${work}, a member of 200 of 1,000 spaces: ${name}`,
            value,
            unit: 'ms',
            goal: { value: beside * GOAL, atMost: true },
            floor: { what: 'an owner of all of them', value: beside },
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
