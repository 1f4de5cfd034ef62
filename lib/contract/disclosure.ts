import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { textField } from '#lib/contract/text-field.ts';

/** Those who would see something for the first time. */
export const newReaders = z.object({
  anyone: z.boolean(),
  /** Everybody of the hub but its guests. */
  members: z.boolean(),
  admins: z.boolean(),
  /** Holders of a link. */
  links: z.boolean(),
  /** By name, a few of them; by address where they have none, which guests don't get. */
  people: z.array(z.string()),
  /** How many people there are beyond the named ones. */
  more: z.number(),
  /** People of whom the requester may know nothing else. */
  nameless: z.number(),
});
export type NewReaders = z.output<typeof newReaders>;

const disclosedResource = z.object({
  kind: z.enum(['item', 'form']),
  id: z.string(),
  title: z.string(),
  in_trash: z.boolean(),
  /** How many resources in it always have the same readers as itself. */
  inheriting: z.number(),
  would_see: newReaders,
});
export type DisclosedResource = z.output<typeof disclosedResource>;

/**
 * The data of a refusal with the code `more_would_see` or `fewer_would_see`: who would see which resources
 * for the first time, and who would lose access.
 */
export const disclosure = z.object({
  would_see: newReaders,
  /** Only where it was requested and somebody would; only people whom the requester may know of. */
  would_lose: newReaders.optional(),
  /** A few of the resources, as far as the requester may see them: the changed one first. */
  things: z.array(disclosedResource),
  things_count: z.number(),
  /** Sent as `disclosure` with the same request, it does it all the same, as long as nothing else would be disclosed. */
  disclosure: z.string(),
});
export type Disclosure = z.output<typeof disclosure>;

/**
 * With it, a change that takes access from somebody is refused with `fewer_would_see`, until that is
 * accepted.
 */
export const askLossesField = z.boolean({ error: 'Ask losses is not true or false' }).optional();

/** Accepts the disclosure that a request was refused for. */
export const disclosureField = textField('Disclosure', { max: 100 }).optional();
