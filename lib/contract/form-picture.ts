import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { idField } from '#lib/contract/text-field.ts';

export const formPictureParams = z.object({ slug: idField('Form'), picture_id: idField('Picture') });

/** A picture that was stored for a form: a block of the layout names its id. */
export const formPicture = z.object({ id: z.string(), size: z.number() });
export type FormPicture = z.output<typeof formPicture>;
