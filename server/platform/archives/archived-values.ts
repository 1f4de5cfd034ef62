import { z } from 'zod';
import { isId } from '#server/platform/database/id.ts';

/** Values that lines of an archive have. */

const NAME_MAX = 500;
const EMAIL_MAX = 320;
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export const archivedId = z.string().refine(isId);
export const archivedText = (most: number) => z.string().max(most).transform(storable);
export const archivedName = archivedText(NAME_MAX);

/** No later than now: what is newer than everything stays at the top of each list. */
export const archivedMoment = z.iso
  .datetime({ offset: true })
  .transform((at) => new Date(Math.min(Date.parse(at), Date.now())))
  .refine((date) => date.getUTCFullYear() > 0);

/** Somebody by name; the address only where the exporter may know it, and somebody proved that it is theirs. */
export const archivedPerson = z.object({ name: archivedName, email: archivedText(EMAIL_MAX).optional() });
export type ArchivedPerson = z.output<typeof archivedPerson>;
