import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { textField } from '#lib/contract/text-field.ts';

/** Those who would see something that they did not see before. */
export const newReaders = z.object({
  anyone: z.boolean(),
  /** Everybody of the hub but its guests. */
  members: z.boolean(),
  admins: z.boolean(),
  /** Holders of a link. */
  links: z.boolean(),
  /** By name, a few of them; by address where they gave none, which guests are not told. */
  people: z.array(z.string()),
  /** How many people there are beyond those that are named. */
  more: z.number(),
  /** Those of whom the asker is told nothing else. */
  nameless: z.number(),
});
export type NewReaders = z.output<typeof newReaders>;

const disclosedResource = z.object({
  kind: z.enum(['item', 'form']),
  id: z.string(),
  title: z.string(),
  in_trash: z.boolean(),
  /** How many things lie in it whose readers are always the same as its own. */
  inheriting: z.number(),
  would_see: newReaders,
});
export type DisclosedResource = z.output<typeof disclosedResource>;

/**
 * What a refusal with the code `more_would_see` or `fewer_would_see` carries: who would see which things that did not
 * see them before, and who would see something no longer.
 */
export const disclosure = z.object({
  would_see: newReaders,
  /** Only where it was asked for and somebody would; only those whom the asker may know of. */
  would_lose: newReaders.optional(),
  /** A few of the things, as far as the asker may see them: the one that is changed first. */
  things: z.array(disclosedResource),
  things_count: z.number(),
  /** Sent as `disclosure` with the same request, it does it all the same, as long as nothing else would be disclosed. */
  disclosure: z.string(),
});
export type Disclosure = z.output<typeof disclosure>;

/** Has a change that takes access from somebody refused with `fewer_would_see`, until that is accepted. */
export const askLossesField = z.boolean({ error: 'Ask losses is not true or false' }).optional();

/** Accepts the disclosure that a request was refused for. */
export const disclosureField = textField('Disclosure', { max: 100 }).optional();
