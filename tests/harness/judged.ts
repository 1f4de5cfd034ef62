import { tokenize } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { writeCounts } from '#server/platform/indexing/index-counts.ts';
import { prepareItems } from '#server/platform/indexing/prepare-items.ts';
import { writeItems } from '#server/platform/indexing/write-items.ts';

/** Texts with queries, and which of the texts are the right ones for each: by id, the higher the better. */
export type JudgedCollection = {
  documents: { id: string; title: string; text: string }[];
  queries: { text: string; relevant: Record<string, number> }[];
};

/** How many results are judged. */
export const DEPTH = 10;

/** Normalized discounted cumulative gain of the first ten results: 1 where they are the best in the best order. */
export function ndcg(found: readonly string[], relevant: Record<string, number>): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, DEPTH).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
  const ideal = gain(Object.values(relevant).sort((a, b) => b - a));
  return ideal === 0 ? 1 : gain(found.map((id) => relevant[id] ?? 0)) / ideal;
}

/**
 * A plain BM25 (k1 1.2, b 0.75) over title and text as one bag of folded tokens: what ours is compared with. It finds `depth`
 * results at most.
 */
export function plainBm25(
  documents: JudgedCollection['documents'],
  depth = DEPTH,
): (query: string) => string[] {
  const tokensOf = (text: string) => [...tokenize(text)].map(({ token }) => token);
  const counted = documents.map(({ id, title, text }) => {
    const counts = new Map<string, number>();
    const tokens = tokensOf(`${title} ${text}`);
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    return { id, counts, length: tokens.length };
  });
  const documentsWith = new Map<string, number>();
  for (const { counts } of counted) {
    for (const token of counts.keys()) documentsWith.set(token, (documentsWith.get(token) ?? 0) + 1);
  }
  const average = counted.reduce((sum, { length }) => sum + length, 0) / counted.length;
  return (query) => {
    const wanted = new Set(tokensOf(query));
    const scored = counted.map(({ id, counts, length }) => {
      let score = 0;
      for (const token of wanted) {
        const times = counts.get(token) ?? 0;
        const having = documentsWith.get(token) ?? 0;
        const rarity = Math.log(1 + (counted.length - having + 0.5) / (having + 0.5));
        score += (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / average));
      }
      return { id, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, depth)
      .map(({ id }) => id);
  };
}

type CollectionPlace = { hubId: string; spaceId: string; scopeId: string; userId: string };

/** Indexes the documents as items; returns the id in the collection by that of the item. */
export async function addJudgedDocuments(
  database: Database,
  place: CollectionPlace,
  documents: JudgedCollection['documents'],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { id, title, text } of documents) {
    const item = {
      id: newId(),
      hub_id: place.hubId,
      space_id: place.spaceId,
      kind: 'document' as const,
      title,
    };
    await database.transaction().execute(async (trx) => {
      const author = { created_by: place.userId, updated_by: place.userId };
      await trx
        .insertInto('item')
        .values({ ...item, scope_id: place.scopeId, meta: '{}', ...author })
        .execute();
      const passages = [{ where: { type: 'text' as const, part: 1 }, text }];
      await writeCounts(
        trx,
        place.hubId,
        await writeItems(trx, await prepareItems(trx, [{ item, passages }])),
      );
    });
    ids.set(item.id, id);
  }
  return ids;
}
