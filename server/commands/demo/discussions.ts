import type { Comment } from '#lib/contract/comment.ts';
import type { Post } from '#lib/contract/post.ts';
import type { ApiCall } from './call.ts';

/** Adds a discussion with replies and a poll to a space, and a comment on a text of a document. */
export async function addDiscussions(
  amina: ApiCall,
  mira: ApiCall,
  place: { spaceSlug: string; documentId: string; miraId: string },
): Promise<void> {
  const post = await mira<Post>(`spaces/${place.spaceSlug}/posts/`, {
    payload: {
      title: 'Which evening for the regatta dinner?',
      body: 'The neighbours from Sundvik stay overnight, so we can choose. **Please vote until Friday.**',
      poll: { options: ['Wednesday after the regatta', 'Thursday, with the lanterns'] },
    },
  });
  await amina(`posts/${post.id}/replies/`, {
    payload: { body: 'Thursday, please: the boat house is booked on Wednesday.' },
  });
  await amina(`posts/${post.id}/vote/`, { method: 'PUT', payload: { options: [1] } });
  const comment = await amina<Comment>(`items/${place.documentId}/comments/`, {
    payload: {
      body: `@[Mira Okafor](user:${place.miraId}) is the moon really full then?`,
      anchor: { type: 'text', quote: 'night rowing under the full moon', prefix: 'Thursday: ' },
    },
  });
  await mira(`comments/${comment.id}/replies/`, { payload: { body: 'On 8 July it is.' } });
}
