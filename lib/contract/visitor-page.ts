import '#lib/contract/without-eval.ts';
import { z } from 'zod';

/** Metadata of a public page for browsers and search engines. */
export const visitorPage = z.object({
  /** The content's language (BCP 47); null where unknown. */
  language: z.string().nullable(),
  indexed: z.boolean(),
  /** How its hub writes numbers and days (BCP 47), whose clocks its times are of (IANA), and whose phones (ISO 3166-1). */
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
  country: z.string().nullable(),
});
export type VisitorPage = z.output<typeof visitorPage>;
