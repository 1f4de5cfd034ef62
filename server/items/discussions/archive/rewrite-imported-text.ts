import { renderWithMentions } from '#lib/text/render-markdown.ts';
import { mentionableAmong } from '#server/items/discussions/text/mentions.ts';
import { viewsAmong } from '#server/items/imports/imported-documents.repo.ts';
import type { ArchivedPerson } from '#server/platform/archives/archived-values.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import type { DiscussionRun } from './discussion-run.ts';
import type { DiscussionTarget } from './discussion-targets.ts';

const MENTION = /@\[([^[\]\n\\]{1,200})\]\(user:([0-9a-f-]{36})\)/g;

type Text = {
  body: string;
  /** The file that it comes from: its links are relative to it. */
  path: string;
  /** Characters that it may have. */
  most: number;
  people: Readonly<Record<string, ArchivedPerson>>;
  target: DiscussionTarget;
};

/**
 * A text as it is stored here: its links lead to the items of the import, and it mentions whom its importer may mention;
 * others are named. Null where it is too long.
 */
export async function rewriteImportedText(
  trx: Transaction,
  { run }: DiscussionRun,
  accounts: ReadonlyMap<string, string>,
  { body, path, most, people, target }: Text,
): Promise<{ body: string; html: string } | null> {
  const first = run.resolver.resolve(body, path);
  const { text } =
    first.views.length === 0
      ? first
      : run.resolver.resolve(body, path, new Map(), await viewsAmong(trx, first.views));
  if (text.length > most) return null;
  const idHere = (id: string): string => {
    const email = Object.hasOwn(people, id) ? people[id]?.email : undefined;
    return accounts.get(email?.toLowerCase() ?? '') ?? id;
  };
  const ids = [...text.matchAll(MENTION)].map(([, , id = '']) => idHere(id)).filter(isId);
  if (ids.length === 0) return { body: text, html: renderWithMentions(text, new Map()) };
  const { importer, reading } = run;
  const place = { hubId: reading.hub_id, scopeId: target.scopeId, userId: importer.user.id };
  const names = await mentionableAmong(trx, place, [...new Set(ids)]);
  const named = text.replace(MENTION, (_, name: string, id: string) =>
    names.has(idHere(id)) ? `@[${name}](user:${idHere(id)})` : `@${name}`,
  );
  return { body: named, html: renderWithMentions(named, names) };
}
