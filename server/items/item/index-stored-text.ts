import { sql } from 'kysely';
import { vocabularyTokens } from '#server/platform/indexing/hub-vocabulary.ts';
import { IndexCounts } from '#server/platform/indexing/index-counts.ts';
import type { IndexSource } from '#server/platform/indexing/index-source.ts';
import { detectStoredLanguages } from '#server/platform/indexing/language.ts';
import {
  MULTI_PASSAGE_LEXEME,
  PASSAGES_WITH_TITLE,
  passageLexemes,
} from '#server/platform/indexing/lexemes.ts';
import { createPauses } from '#server/platform/indexing/pauses.ts';
import {
  type IndexedItem,
  indexedPlace,
  stemsByLanguage,
  tokenizePassage,
} from '#server/platform/indexing/prepare-items.ts';
import { lockForIndexing } from '#server/platform/indexing/write-items.ts';

/** Passages that are written in one transaction. */
const PASSAGES = 200;

type Stored = { id: number; number: number; heading: string; language: string; body: string };

/**
 * The text that was read from an item's file, by the passages that are stored of it, some in each turn. Those that have the title
 * too are written with it (`itemSource`). Their language is detected again: by a better detector than once, when all of a hub is
 * indexed again.
 */
export function storedTextSource(): IndexSource {
  return {
    batch: 1,
    indexes: ['passage_lexemes'],
    async prepare(database, _hubId, [entry], signal) {
      const { rows: items } = await sql<IndexedItem>`
        select id, hub_id, space_id, kind, title from item where id = ${entry?.target_id ?? null}`.execute(
        database,
      );
      const [item] = items;
      if (!entry || !item) return { write: async () => ({ done: entry ? [entry.id] : [] }) };
      const from = entry.progress === null ? PASSAGES_WITH_TITLE : Number(entry.progress) + 1;
      const { rows: passages } = await sql<Stored>`
        select id, number, heading, language, body from passage
        where item_id = ${item.id} and number >= ${from} and place is not null order by number limit ${PASSAGES}`.execute(
        database,
      );
      const {
        rows: [previous],
      } = await sql<{ language: string }>`
        select language from passage where item_id = ${item.id} and number = ${from - 1}`.execute(database);
      const languages = await detectStoredLanguages(passages, previous?.language ?? null);
      const untitled = passages.map(({ language, ...texts }, n) => ({
        language: languages[n] ?? language,
        ...tokenizePassage(null, texts),
      }));
      const stems = await stemsByLanguage(database, untitled);
      const pause = createPauses(signal);
      const lexemes: string[] = [];
      const counts = new IndexCounts();
      for (const { language, title, heading, body } of untitled) {
        await pause();
        const own = stems.get(language) ?? new Map();
        const found = passageLexemes({ ...indexedPlace(item), title, heading, body }, own);
        lexemes.push(`${found} '${MULTI_PASSAGE_LEXEME}'`);
        counts.addKnownTokens(vocabularyTokens(heading, body));
      }
      return {
        async write(trx) {
          const { locked, existing } = await lockForIndexing(trx, [item.id]);
          if (!locked.has(item.id)) return { done: existing.has(item.id) ? [] : [entry.id] };
          // Passages that were replaced since have other ids.
          const { rows: written } = await sql<{ id: number }>`
            update passage set lexemes = found.lexemes::tsvector, language = found.language
            from unnest(${passages.map(({ id }) => id)}::bigint[], ${lexemes}::text[], ${languages}::text[])
              as found (id, lexemes, language)
            where passage.id = found.id returning passage.id`.execute(trx);
          const there = new Set(written.map(({ id }) => id));
          for (const [n, { id, language }] of passages.entries())
            if (there.has(id)) counts.changeLanguage(language, languages[n] ?? language);
          const last = passages.at(-1);
          if (!last || passages.length < PASSAGES) return { done: [entry.id], counts };
          return { done: [], continued: new Map([[entry.id, String(last.number)]]), counts };
        },
      };
    },
  };
}
