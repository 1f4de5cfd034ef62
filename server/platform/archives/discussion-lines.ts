import { z } from 'zod';
import { COMMENT_MAX, commentAnchor } from '#lib/contract/comment.ts';
import { POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from '#lib/contract/poll.ts';
import { POST_MAX } from '#lib/contract/post.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import {
  archivedName,
  archivedId as id,
  archivedMoment as moment,
  archivedPerson as person,
  archivedText as text,
} from './archived-values.ts';

/** The folder of an archive with what was said in its space: a file of lines of JSON for each, and the pictures in them. */
export const DISCUSSIONS_FOLDER = 'hubkeep.discussions/';
export const POSTS_PATH = `${DISCUSSIONS_FOLDER}posts.jsonl`;
export const COMMENTS_PATH = `${DISCUSSIONS_FOLDER}comments.jsonl`;
/** The path of a picture, by the id that texts have. */
export const discussionPicturePath = (id: string): string => `${DISCUSSIONS_FOLDER}pictures/${id}.webp`;

const PEOPLE_MAX = 10_000;
/** Links become longer when they lead to items of a space. */
const LONGER = 8;

const reaction = z.object({ emoji: z.string().max(50), by: person });

const written = {
  id,
  author: person,
  created_at: moment,
  edited_at: moment.nullable().default(null),
  reactions: z.array(reaction).max(PEOPLE_MAX).default([]),
  /** The people whom the text mentions, by their ids. */
  people: z.record(z.string(), person).default({}),
};

export const archivedComment = z.object({
  ...written,
  /** What it is about: an item of the archive, or one of its posts. */
  item: id.optional(),
  post: id.optional(),
  /** The thread that it replies to. */
  parent: id.optional(),
  anchor: commentAnchor.nullable().default(null).catch(null),
  body: text(LONGER * COMMENT_MAX),
  resolved_at: moment.nullable().default(null),
  resolved_by: person.nullable().default(null),
  /** Its text was deleted, and its replies are still there. */
  deleted_at: moment.nullable().default(null),
});
export type ArchivedComment = z.output<typeof archivedComment>;

const VOTES_MAX = 1_000_000;
const votes = z.number().int().min(0).max(VOTES_MAX);

/** With how many chose what; nobody learns who did. */
const poll = z.object({
  multiple: z.boolean(),
  closes_at: moment.nullable().default(null),
  voters: votes,
  options: z
    .array(z.object({ text: archivedName, votes }))
    .min(POLL_OPTIONS_MIN)
    .max(POLL_OPTIONS_MAX),
});

export const archivedPost = z.object({
  ...written,
  title: text(TITLE_MAX).refine((title) => title.trim() !== ''),
  body: text(LONGER * POST_MAX),
  pinned_at: moment.nullable().default(null),
  locked_at: moment.nullable().default(null),
  poll: poll.nullable().default(null),
});
export type ArchivedPost = z.output<typeof archivedPost>;
