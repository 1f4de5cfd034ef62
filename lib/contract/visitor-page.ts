import { z } from 'zod';

/** What the page of something public tells browsers and search engines. */
export const visitorPage = z.object({
  /** Of the content (BCP 47); null where it can't be told. */
  language: z.string().nullable(),
  indexed: z.boolean(),
});
export type VisitorPage = z.output<typeof visitorPage>;
