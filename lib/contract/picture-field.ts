import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { typeError } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** Bytes of a small picture (avatar, logo) at most; as base64 it fits the 1 MiB of a JSON body. */
export const PICTURE_MAX_BYTES = 700_000;

const DATA_URL = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+={0,2}$/;
const PREFIX_MAX = 30;

/** A small picture as a data URL (RFC 2397, base64): png, jpeg, webp or gif. The server checks its bytes. */
export function pictureField(label: string) {
  return z.string({ error: typeError(label, 'picture') }).superRefine((value, context) => {
    const refuse = (why: string) => context.addIssue({ code: 'custom', message: why });
    if (value.length > (PICTURE_MAX_BYTES / 3) * 4 + PREFIX_MAX) {
      refuse(`${label} cannot be larger than ${PICTURE_MAX_BYTES / 1000} kB`);
    } else if (!DATA_URL.test(value)) refuse(message.invalidType(label, 'png, jpeg, webp or gif picture'));
  });
}
