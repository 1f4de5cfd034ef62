import type { Comment } from '#lib/contract/comment.ts';

/** A comment on the item `plan`, with which its reader may do anything. */
export const buildComment = (attributes: Partial<Comment> & { id: string }): Comment => ({
  item_id: 'plan',
  post_id: null,
  parent_id: null,
  body: attributes.id,
  html: `<p>${attributes.body ?? attributes.id}</p>`,
  anchor: null,
  author: { id: 'ida', name: 'Ida', avatar_url: null },
  created_at: '2026-01-05T10:00:00.000Z',
  edited_at: null,
  resolved_at: null,
  resolved_by: null,
  deleted_at: null,
  reactions: {},
  allowed: ['reply', 'react', 'resolve', 'change', 'delete'],
  replies: [],
  reply_count: 0,
  ...attributes,
});
