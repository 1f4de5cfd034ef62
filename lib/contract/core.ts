import '#lib/contract/without-eval.ts';
import { z } from 'zod';

const named = z.object({ code: z.string(), name: z.string() });
const role = z.object({ code: z.string(), name: z.string(), operations: z.array(z.string()) });
const labelled = z.object({ code: z.string(), label: z.string() });

/** Global data for the pages that show it (docs/product-rules.md §2). */
export const basicSettings = z.object({
  permissions: z.object({ space: z.array(named), item: z.array(named), form: z.array(named) }),
  roles: z.object({ hub: z.array(role), space: z.array(role), item: z.array(role), form: z.array(role) }),
  profile_roles: z.array(z.object({ code: z.string(), name: z.string(), department: z.string() })),
  kinds: z.array(labelled),
  /** The kinds that a list for contacts offers. */
  contact_kinds: z.array(labelled),
  field_types: z.array(z.string()),
  upload_types: z.record(z.string(), z.array(z.string())),
  limits: z.record(z.string(), z.number()),
  /** Whether this server sends mail at all: without it, no receipt, notice or invitation is. */
  mail: z.object({ is_configured: z.boolean() }),
});
export type BasicSettings = z.output<typeof basicSettings>;

/** A hub's plan; null is without a limit, bytes are integers. */
export const subscription = z.object({
  plan: z.string(),
  status: z.string(),
  currency: z.string(),
  limits: z.record(z.string(), z.number().nullable()),
  /** For owners and admins; empty for the hub's other people. */
  usage: z.record(z.string(), z.number()),
  valid_until: z.string().nullable(),
});
export type Subscription = z.output<typeof subscription>;
