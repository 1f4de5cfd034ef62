import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { idField } from '#lib/contract/text-field.ts';

/** The most pictures in the comments of an item, or in the discussions of a space. */
export const DISCUSSION_PICTURES_MAX = 2000;

/** A picture that can be put into a text as `![](path)`. */
export const discussionPicture = z.object({ id: z.string(), path: z.string(), size: z.number() });

export const discussionPictureParams = z.object({ id: idField('Picture') });
