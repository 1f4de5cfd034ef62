import { mentionedPeople } from '#lib/text/render-markdown.ts';
import {
  type ArchivedComment,
  type ArchivedPost,
  COMMENTS_PATH,
  discussionPicturePath,
  POSTS_PATH,
} from '#server/platform/archives/discussion-lines.ts';
import { recheckAccessWhileStreaming } from '#server/platform/archives/recheck-access.ts';
import type { ZipEntry } from '#server/platform/archives/zip.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { entryOfLines, lineOf, linksOf } from './archive-lines.ts';
import { withRelativeLinks } from './documents/exported-document.ts';
import type { Exporter } from './export.repo.ts';
import {
  commentsOfSpace,
  peopleById,
  picturesAmong,
  postsOfSpace,
  type SpaceComment,
  type SpacePost,
} from './space-discussions.repo.ts';

export type DiscussionsToArchive = {
  spaceId: string;
  /** Whether the posts of the space come, too: not where a folder of it is archived. */
  hasPosts: boolean;
  paths: ReadonlyMap<string, string>;
  /** The reader with their current rights. @throws once they may not read any more. */
  reader: () => Promise<Exporter>;
  at: Date;
};

const FIRST = '00000000-0000-0000-0000-000000000000';
/** Pictures of one archive. */
const PICTURES_MAX = 100_000;
const PICTURE_BATCH = 500;
const PICTURE = /\/api\/v1\/discussion-pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;
const MENTION = '](user:';

type Text = SpaceComment | SpacePost;
type Needed = Pick<Services, 'config' | 'database' | 'storage'>;

/**
 * What was said in a space as files of its archive: the posts of its discussions, then the comments on items that are in the
 * archive and the replies to posts, a line of JSON for each, and the pictures in them. Rights are read again for every
 * some hundred.
 */
export async function* discussionEntries(
  services: Needed,
  about: DiscussionsToArchive,
): AsyncGenerator<ZipEntry> {
  const pictures = new Set<string>();
  if (about.hasPosts) yield* entryOfLines(POSTS_PATH, about.at, postLines(services, about, pictures));
  yield* entryOfLines(COMMENTS_PATH, about.at, commentLines(services, about, pictures));
  yield* pictureEntries(services, about, [...pictures]);
}

async function* postLines(
  { config, database }: Needed,
  { spaceId, paths, reader }: DiscussionsToArchive,
  pictures: Set<string>,
): AsyncGenerator<string> {
  for (let after = FIRST; ; ) {
    const exporter = await reader();
    const posts = await postsOfSpace(database, exporter, { spaceId, after });
    const people = await peopleById(database, exporter, mentionedIn(posts));
    for (const post of posts) {
      notePictures(post, pictures);
      const body = withRelativeLinks(post.body, POSTS_PATH, linksOf(paths, config));
      yield lineOf({ ...post, body, ...peopleOf(post, people) } satisfies Line<ArchivedPost>);
    }
    const last = posts.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function* commentLines(
  { config, database }: Needed,
  { spaceId, hasPosts, paths, reader }: DiscussionsToArchive,
  pictures: Set<string>,
): AsyncGenerator<string> {
  for (let after = FIRST; ; ) {
    const exporter = await reader();
    const found = await commentsOfSpace(database, exporter, { spaceId, after });
    const comments = found.filter(({ item }) => (item === null ? hasPosts : paths.has(item)));
    const people = await peopleById(database, exporter, mentionedIn(comments));
    for (const { item, post, parent, ...comment } of comments) {
      notePictures(comment, pictures);
      const body = withRelativeLinks(comment.body, COMMENTS_PATH, linksOf(paths, config));
      const place = { ...(item && { item }), ...(post && { post }), ...(parent && { parent }) };
      yield lineOf({
        ...comment,
        ...place,
        body,
        ...peopleOf(comment, people),
      } satisfies Line<ArchivedComment>);
    }
    const last = found.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function* pictureEntries(
  { database, storage }: Needed,
  { spaceId, reader }: DiscussionsToArchive,
  ids: readonly string[],
): AsyncGenerator<ZipEntry> {
  for (let from = 0; from < ids.length; from += PICTURE_BATCH) {
    const part = ids.slice(from, from + PICTURE_BATCH);
    for (const { id, file_sha256, size, created_at } of await picturesAmong(database, await reader(), {
      spaceId,
      ids: part,
    })) {
      if (!(await storage.has(file_sha256))) continue;
      const stillMay = async () => {
        const found = await picturesAmong(database, await reader(), { spaceId, ids: [id] });
        if (found.length === 0) throw notFound('This picture');
      };
      const content = recheckAccessWhileStreaming(await storage.read(file_sha256), stillMay);
      yield { path: discussionPicturePath(id), modified: created_at, content, size, compress: false };
    }
  }
}

/** Each field of a line, as it is written. */
type Line<Parsed> = { [Name in keyof Parsed]?: unknown };

const mentionsOf = ({ body }: Pick<Text, 'body'>): string[] =>
  body.includes(MENTION) ? mentionedPeople(body).filter(isId) : [];

const mentionedIn = (texts: readonly Text[]): string[] => [...new Set(texts.flatMap(mentionsOf))];

function peopleOf(text: Pick<Text, 'body'>, known: Awaited<ReturnType<typeof peopleById>>) {
  const own = mentionsOf(text).flatMap((id) => {
    const found = known.get(id);
    return found ? [[id, found] as const] : [];
  });
  return own.length > 0 ? { people: Object.fromEntries(own) } : {};
}

function notePictures({ body }: Pick<Text, 'body'>, pictures: Set<string>): void {
  for (const [, id = ''] of body.matchAll(PICTURE)) if (pictures.size < PICTURES_MAX) pictures.add(id);
}
