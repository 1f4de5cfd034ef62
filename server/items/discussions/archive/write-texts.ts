import { COMMENT_MAX, type CommentAnchor, REACTIONS_MAX } from '#lib/contract/comment.ts';
import { POST_MAX } from '#lib/contract/post.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { emojiField } from '#server/items/discussions/text/reactions.ts';
import { requireActiveImport } from '#server/items/imports/document-import.repo.ts';
import { membersByEmail, storableName } from '#server/items/imports/members-by-email.ts';
import type { ArchivedPerson } from '#server/platform/archives/archived-values.ts';
import {
  type ArchivedComment,
  type ArchivedPost,
  COMMENTS_PATH,
  POSTS_PATH,
} from '#server/platform/archives/discussion-lines.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { derivedId } from '#server/platform/database/derived-id.ts';
import type { DiscussionRun } from './discussion-run.ts';
import { type DiscussionTarget, placesOfItems, postsHere, spacePlace } from './discussion-targets.ts';
import {
  type ImportedComment,
  idInPlace,
  insertComments,
  insertPosts,
  insertReactions,
  textsAmong,
  threadsAmong,
} from './imported-texts.repo.ts';
import { rewriteImportedText } from './rewrite-imported-text.ts';
import { withPicturesHere } from './store-pictures.ts';

type People = ReadonlyMap<string, string>;

const accountOf = (people: People, person: ArchivedPerson | null): string | null =>
  people.get(person?.email?.toLowerCase() ?? '') ?? null;

/** Posts of another source of the same space are others. */
export const postIdHere = ({ run: { reading } }: DiscussionRun, sourceId: string): string =>
  idInPlace(`${reading.space_id} ${reading.source}`, sourceId);

function namedIn(texts: readonly (ArchivedPost | ArchivedComment)[]): (ArchivedPerson | null)[] {
  return texts.flatMap((text) => [
    text.author,
    ...('resolved_by' in text ? [text.resolved_by] : []),
    ...text.reactions.map(({ by }) => by),
    ...Object.values(text.people),
  ]);
}

/** Who wrote a text: somebody here, or a name. */
function authorHere({ notes }: DiscussionRun, people: People, { author }: { author: ArchivedPerson }) {
  const created_by = accountOf(people, author);
  if (created_by === null) notes.add('unknown');
  return { created_by, imported_author: storableName(author) };
}

function reactionsHere(
  { notes }: DiscussionRun,
  people: People,
  { reactions }: Pick<ArchivedPost, 'reactions'>,
) {
  const emojis = new Set<string>();
  const found = reactions.flatMap(({ emoji, by }) => {
    const userId = accountOf(people, by);
    const isEmoji = emojiField.safeParse(emoji).success;
    if (userId === null || !isEmoji || (!emojis.has(emoji) && emojis.size >= REACTIONS_MAX)) return [];
    emojis.add(emoji);
    return [{ emoji, userId }];
  });
  notes.add('reactions', reactions.length - found.length);
  return found;
}

/** Writes posts that are not here. */
export async function writePosts(writing: DiscussionRun, sent: readonly ArchivedPost[]): Promise<void> {
  const { run, notes } = writing;
  const { services, reading, importer } = run;
  const posts = new Map(sent.map((post) => [postIdHere(writing, post.id), post]));
  const there = await transact(services.database, (trx) => textsAmong(trx, 'post', [...posts.keys()]));
  for (const id of there) posts.delete(id);
  if (posts.size === 0) return;
  const target = await transact(services.database, (trx) => spacePlace(trx, run));
  if (!target) {
    notes.add('refused', posts.size);
    return;
  }
  const bodies = new Map<string, string>();
  for (const [id, { body }] of posts) bodies.set(id, await withPicturesHere(writing, body, target));
  await transact(services.database, async (trx) => {
    await requireActiveImport(trx, reading.job_id);
    const people = await membersByEmail(
      trx,
      { hubId: reading.hub_id, importerId: importer.user.id },
      namedIn([...posts.values()]),
    );
    const rows = [];
    const reactions = [];
    for (const [id, post] of posts) {
      const text = await rewriteImportedText(trx, writing, people, {
        ...{ body: bodies.get(id) ?? '', path: POSTS_PATH, most: 2 * POST_MAX },
        ...{ people: post.people, target },
      });
      if (!text) {
        notes.add('unreadable');
        continue;
      }
      const { created_at, edited_at, pinned_at, locked_at, poll } = post;
      const title = post.title.replace(/\s+/g, ' ').trim();
      rows.push({
        ...{ id, title, ...text, ...authorHere(writing, people, post) },
        ...{ created_at, edited_at, poll },
        ...(target.moderates ? { pinned_at, locked_at } : { pinned_at: null, locked_at: null }),
      });
      reactions.push({ id, created_at, reactions: reactionsHere(writing, people, post) });
    }
    await insertPosts(trx, { hubId: reading.hub_id, spaceId: reading.space_id }, rows);
    await insertReactions(trx, 'post', reactions);
  });
}

type Located = { comment: ArchivedComment; place: string; isPost: boolean };

/** The comments that can have a place here, by their ids here. */
function locatedComments(writing: DiscussionRun, sent: readonly ArchivedComment[]): Map<string, Located> {
  const located = new Map<string, Located>();
  for (const comment of sent) {
    const item = comment.item === undefined ? undefined : writing.items.get(comment.item);
    const post = comment.post === undefined ? undefined : postIdHere(writing, comment.post);
    const place = item ?? post;
    if (place === undefined) writing.notes.add('refused');
    else located.set(idInPlace(place, comment.id), { comment, place, isPost: item === undefined });
  }
  return located;
}

/** Writes comments on items, and replies to posts, that are not here. */
export async function writeComments(writing: DiscussionRun, sent: readonly ArchivedComment[]): Promise<void> {
  const { run, notes } = writing;
  const { services } = run;
  const located = locatedComments(writing, sent);
  const targets = await transact(services.database, async (trx) => {
    for (const id of await textsAmong(trx, 'comment', [...located.keys()])) located.delete(id);
    return targetsOf(trx, writing, [...located.values()]);
  });
  for (const [id, { place }] of located)
    if (!targets.has(place)) {
      notes.add('refused');
      located.delete(id);
    }
  if (located.size === 0) return;
  const bodies = new Map<string, string>();
  for (const [id, { comment, place }] of located) {
    const target = targets.get(place);
    if (target) bodies.set(id, await withPicturesHere(writing, comment.body, target));
  }
  await transact(services.database, (trx) => storeComments(trx, writing, { located, targets, bodies }));
}

async function targetsOf(trx: Transaction, { run }: DiscussionRun, located: readonly Located[]) {
  const idsOf = (ofPosts: boolean) => [
    ...new Set(located.filter(({ isPost }) => isPost === ofPosts).map(({ place }) => place)),
  ];
  return new Map([
    ...(await placesOfItems(trx, run, idsOf(false))),
    ...(await postsHere(trx, run, idsOf(true))),
  ]);
}

type Waiting = {
  located: ReadonlyMap<string, Located>;
  targets: ReadonlyMap<string, DiscussionTarget>;
  bodies: ReadonlyMap<string, string>;
};

async function storeComments(
  trx: Transaction,
  writing: DiscussionRun,
  { located, targets, bodies }: Waiting,
): Promise<void> {
  const { reading, importer } = writing.run;
  await requireActiveImport(trx, reading.job_id);
  const comments = [...located.values()].map(({ comment }) => comment);
  const who = { hubId: reading.hub_id, importerId: importer.user.id };
  const people = await membersByEmail(trx, who, namedIn(comments));
  const parents = [...located.values()].flatMap(({ comment, place, isPost }) =>
    comment.parent === undefined || isPost ? [] : [idInPlace(place, comment.parent)],
  );
  const threads = new Map(await threadsAmong(trx, parents));
  const rows: ImportedComment[] = [];
  const reactions = [];
  for (const [id, { comment, place, isPost }] of located) {
    const target = targets.get(place);
    const text = target
      ? await rewriteImportedText(trx, writing, people, {
          ...{ body: bodies.get(id) ?? '', path: COMMENTS_PATH, most: 2 * COMMENT_MAX },
          ...{ people: comment.people, target },
        })
      : null;
    if (!text) {
      writing.notes.add('unreadable');
      continue;
    }
    const parent = comment.parent === undefined || isPost ? null : idInPlace(place, comment.parent);
    // A thread of its own, where the one that it replies to did not come.
    const parent_id = parent !== null && threads.get(parent) === place ? parent : null;
    if (!isPost && parent_id === null) threads.set(id, place);
    const { created_at, edited_at, resolved_at, resolved_by, deleted_at } = comment;
    const isThread = !isPost && parent_id === null;
    rows.push({
      ...{ id, parent_id, item_id: isPost ? null : place, post_id: isPost ? place : null },
      ...(deleted_at ? { body: '', html: '' } : text),
      ...authorHere(writing, people, comment),
      ...{ created_at, edited_at, deleted_at, anchor: isThread ? anchorHere(comment.anchor, place) : null },
      resolved_at: isThread ? resolved_at : null,
      resolved_by: isThread && resolved_at ? accountOf(people, resolved_by) : null,
    });
    if (!deleted_at) reactions.push({ id, created_at, reactions: reactionsHere(writing, people, comment) });
  }
  await insertComments(trx, reading.hub_id, rows);
  await insertReactions(trx, 'comment', reactions);
}

/** The ids of rows follow from those of the archive (`server/tables/archive`). */
function anchorHere(anchor: CommentAnchor | null, itemId: string): CommentAnchor | null {
  if (!anchor || !isStorableJson(anchor)) return null;
  return anchor.type === 'row' ? { ...anchor, row_id: derivedId(itemId, anchor.row_id) } : anchor;
}
