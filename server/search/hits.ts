import { sql } from 'kysely';
import type { PassageLocation } from '#lib/text/passage.ts';
import { plainMarkdown } from '#lib/text/plain-markdown.ts';
import { type Token, tokenize } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { PASSAGES_WITH_TITLE, PHRASE_GAP } from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import type { SearchCandidate } from './candidates.ts';
import type { Hit, Mark } from './search-engine.ts';
import type { Slot } from './slots.ts';

type Row = {
  item_id: string;
  number: number;
  title: string;
  place: PassageLocation | null;
  heading: string;
  body: string;
  /** It was written here: all other texts were extracted without markup. */
  is_markdown: boolean;
  matches: { lexeme: string; positions: number[]; weights: string[] }[] | null;
};

/** The texts of found passages with the matched positions, in the given order. */
export async function readHits(
  database: Database,
  found: readonly SearchCandidate[],
  slots: readonly Slot[],
): Promise<Hit[]> {
  if (found.length === 0) return [];
  const steps = slots.flatMap((slot) => slot.steps);
  const lexemes = steps.filter((step) => !step.prefix).flatMap((step) => [...step.lexemes, ...step.prefixes]);
  const begins = steps.filter((step) => step.prefix).flatMap((step) => step.lexemes);
  const orBegun =
    begins.length > 0
      ? sql`or exists (select from unnest(${begins}::text[]) as begun where starts_with(lexeme, begun))`
      : sql``;
  const { rows } = await sql<Row>`
    select i.id as item_id, i.title, coalesce(p.number, 0) as number, p.place, coalesce(p.heading, '') as heading, coalesce(p.body, '') as body,
      i.file_sha256 is null and coalesce(p.place->>'type', '') in ('section', 'text') as is_markdown,
      (select json_agg(json_build_object('lexeme', lexeme, 'positions', positions, 'weights', weights))
        from unnest(p.lexemes)
        where positions is not null and (lexeme = any(${lexemes}::text[]) ${orBegun})
      ) as matches
    from unnest(${found.map((one) => one.item_id)}::uuid[], ${found.map((one) => one.passage_id)}::bigint[])
      with ordinality as one (item_id, passage_id, n)
    join item i on i.id = one.item_id left join passage p on p.id = one.passage_id
    order by one.n`.execute(database);
  const scores = new Map(found.map((one) => [one.item_id, one.score]));
  return rows.map((row) => marked(row, scores.get(row.item_id) ?? 0));
}

function marked(row: Row, score: number): Hit {
  const title = plainText(row.title);
  const titleTokens = [...tokenize(title)];
  const headingTokens = [...tokenize(row.heading)];
  const bodyTokens = [...tokenize(row.body)];
  const matches = row.matches ?? [];
  const places = (weight: string) =>
    matches.flatMap(({ lexeme, positions, weights }) =>
      positions.filter((_, index) => weights[index] === weight).map((position) => ({ lexeme, position })),
    );
  // Parts follow one another as the index wrote them: title, heading, text.
  const afterHeading = headingTokens.length > 0 ? headingTokens.length + PHRASE_GAP : 0;
  const withTitle = titleTokens.length + PHRASE_GAP;
  const hasTitle = row.place === null || row.number < PASSAGES_WITH_TITLE;
  const heading = highlightMarks(headingTokens, places('B'), hasTitle ? withTitle : 0);
  const body = highlightMarks(bodyTokens, places('D'), (hasTitle ? withTitle : 0) + afterHeading);
  const read = row.is_markdown ? withoutSigns : asWritten;
  return {
    itemId: row.item_id,
    score,
    place: row.is_markdown && row.place?.type === 'section' ? plainPosition(row.place) : row.place,
    title: { text: title, marks: highlightMarks(titleTokens, places('A'), 0) },
    heading: read(row.heading, heading),
    body: read(row.body, body),
  };
}

type Part = Hit['body'];

const asWritten = (text: string, marks: Mark[]): Part => ({ text, marks });

/** Markdown as its reader sees it. */
function withoutSigns(text: string, marks: Mark[]): Part {
  const plain = plainMarkdown(text, marks);
  return { text: plain.text.trimEnd(), marks: plain.spans };
}

const plainPosition = (place: Extract<PassageLocation, { type: 'section' }>): PassageLocation => ({
  ...place,
  heading: plainMarkdown(place.heading).text,
});

/**
 * A lexeme's position back to the words that it was made of: two for a hyphenated one or a pair of
 * characters.
 */
export function highlightMarks(
  tokens: readonly Token[],
  places: readonly { lexeme: string; position: number }[],
  before: number,
): Mark[] {
  const marks: Mark[] = [];
  const hit = new Set<number>();
  for (const { lexeme, position } of places) {
    const at = position - before - 1;
    const word = tokens[at];
    if (!word) continue;
    hit.add(at);
    if (word.run && [...lexeme].length > 1) hit.add(at + 1);
  }
  for (const at of [...hit].sort((a, b) => a - b)) {
    const word = tokens[at];
    if (!word) continue;
    const last = marks.at(-1);
    if (last && last.end === word.start) last.end = word.end;
    else marks.push({ start: word.start, end: word.end });
  }
  return marks;
}
