import { sql } from 'kysely';
import { tokenizeText } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { passageLexemes } from '#server/platform/indexing/lexemes.ts';
import { stemsOf } from '#server/platform/indexing/stems.ts';

/** A generator of numbers from 0 to 1 that is the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const ONSETS = 'b c d f g h l m n p r s t v w br ch cl cr dr fl gr pl pr sh sl sp st str th tr'.split(' ');
const VOWELS = 'a e i o u ai ea ou'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'rk', 'st'];
const SYLLABLES = [1, 2, 2, 2, 3, 3, 3, 4];

/** Pronounceable words, the most frequent (and shortest) first. */
function makeTokens(count: number, random: () => number): string[] {
  const pick = <T>(from: readonly T[]): T => {
    const one = from[Math.floor(random() * from.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  };
  const tokens = new Set<string>();
  while (tokens.size < count) {
    const syllables = tokens.size < 60 ? 1 : pick(SYLLABLES);
    let word = '';
    for (let n = 0; n < syllables; n += 1) word += pick(ONSETS) + pick(VOWELS) + pick(CODAS);
    tokens.add(word);
  }
  return [...tokens];
}

export type CorpusDocument = {
  id: string;
  number: number;
  title: string;
  body: string;
  /** Words of the text that occur in no more than about one document in 300. */
  rare: string[];
};

export type Corpus = {
  documents: Iterable<CorpusDocument>;
  /** The most frequent first. */
  tokens: readonly string[];
  /** A random word of a text: the n-th has the weight 1/(n + 2.7). */
  draw: (random: () => number) => string;
};

const TOKEN_COUNT = 60_000;
const BODY_BYTES = 2_000;
const RARE = 10_000;

/** Documents of about 2 kB whose words are distributed like those of a natural language (Zipf–Mandelbrot). */
export function makeCorpus(count: number, seed = 7): Corpus {
  const random = seeded(seed);
  const tokens = makeTokens(TOKEN_COUNT, random);
  const sums = new Float64Array(TOKEN_COUNT);
  let sum = 0;
  for (let rank = 0; rank < TOKEN_COUNT; rank += 1) {
    sum += 1 / (rank + 2.7);
    sums[rank] = sum;
  }
  const rankOf = (next: () => number): number => {
    const at = next() * sum;
    let low = 0;
    let high = TOKEN_COUNT - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const tokenAt = (rank: number): string => tokens[rank] ?? '';
  function* documents(): Generator<CorpusDocument> {
    for (let n = 0; n < count; n += 1) {
      const title = Array.from({ length: 3 + Math.floor(random() * 4) }, () => tokenAt(rankOf(random))).join(
        ' ',
      );
      const ranks = new Set<number>();
      let body = '';
      let sentence = 0;
      while (body.length < BODY_BYTES) {
        const rank = rankOf(random);
        ranks.add(rank);
        body +=
          sentence === 0 ? tokenAt(rank).replace(/^./, (first) => first.toUpperCase()) : ` ${tokenAt(rank)}`;
        sentence += 1;
        if (sentence < 8 + random() * 10) continue;
        body += '. ';
        sentence = 0;
      }
      const rare = [...ranks].filter((rank) => rank > RARE).map(tokenAt);
      yield {
        id: newId(),
        number: n,
        title: title.replace(/^./, (first) => first.toUpperCase()),
        body: body.trim(),
        rare,
      };
    }
  }
  return { documents: documents(), tokens, draw: (next) => tokenAt(rankOf(next)) };
}

export type CorpusPlace = {
  hubId: string;
  userId: string;
  /** Documents are added to these alternately. */
  spaces: readonly { spaceId: string; scopeId: string }[];
};

const BATCH = 1_000;

/** Inserts documents as uploads and their extraction would, but in bulk; returns every `keep`-th. */
export async function loadCorpus(
  database: Database,
  place: CorpusPlace,
  corpus: Corpus,
  { sampleInterval }: { sampleInterval: number },
): Promise<CorpusDocument[]> {
  const { hubId, userId, spaces } = place;
  const spaceOf = ({ number }: CorpusDocument) => {
    const space = spaces[number % spaces.length];
    if (!space) throw new Error('no space to put documents into');
    return space;
  };
  const stems = await stemsOf(database, 'english', corpus.tokens);
  const stored: CorpusDocument[] = [];
  const counts = new Map<string, number>();
  const write = async (batch: readonly CorpusDocument[]) => {
    await sql`insert into item (id, hub_id, space_id, scope_id, kind, title, meta, size, created_by, updated_by, updated_at)
      select id, ${hubId}::uuid, space_id, scope_id, 'document', title, '{}', 2000, ${userId}::uuid, ${userId}::uuid,
        now() - random() * interval '3 years'
      from unnest(${batch.map((one) => one.id)}::uuid[], ${batch.map((one) => one.title)}::text[],
        ${batch.map((one) => spaceOf(one).spaceId)}::uuid[], ${batch.map((one) => spaceOf(one).scopeId)}::uuid[])
        as row (id, title, space_id, scope_id)`.execute(database);
    const lexemes = batch.map((one) =>
      passageLexemes(
        {
          hubId,
          spaceId: spaceOf(one).spaceId,
          kind: 'document',
          title: tokenizeText(one.title),
          heading: null,
          body: tokenizeText(one.body),
        },
        stems,
      ),
    );
    await sql`insert into passage (item_id, number, place, language, body, lexemes)
      select id, 0, '{"type":"text","part":1}', 'english', body, lexemes::tsvector
      from unnest(${batch.map((one) => one.id)}::uuid[], ${batch.map((one) => one.body)}::text[], ${lexemes}::text[])
        as row (id, body, lexemes)`.execute(database);
  };
  await sql`drop index passage_lexemes`.execute(database);
  let batch: CorpusDocument[] = [];
  let number = 0;
  for (const document of corpus.documents) {
    batch.push(document);
    for (const word of new Set(document.body.toLowerCase().match(/[a-z]+/g))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    if (number % sampleInterval === 0) stored.push(document);
    number += 1;
    if (batch.length < BATCH) continue;
    await write(batch);
    batch = [];
  }
  if (batch.length > 0) await write(batch);
  await sql`insert into hub_token (hub_id, word, items, in_title)
    select ${hubId}::uuid, word, items, false
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::real[]) as row (word, items)
    on conflict (hub_id, word) do update set items = hub_token.items + excluded.items`.execute(database);
  await sql`insert into hub_language as known (hub_id, language, passages) values (${hubId}, 'english', ${number})
    on conflict (hub_id, language) do update set passages = known.passages + excluded.passages`.execute(
    database,
  );
  await sql`create index passage_lexemes on passage using gin (lexemes)
    with (fastupdate = on, gin_pending_list_limit = 65536)`.execute(database);
  await sql`vacuum analyze item, passage, hub_token, hub_language`.execute(database);
  return stored;
}
