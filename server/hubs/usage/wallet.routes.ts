import { hubOperations } from '#lib/access/operations.ts';
import { subscription } from '#lib/contract/core.ts';
import { route } from '#server/api/route.ts';
import { currencyOf } from '#server/hubs/hub/currency.repo.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { usageOf } from './usage.repo.ts';

export const walletRoutes = [
  route({
    method: 'GET',
    path: 'wallet/subscription-detail/',
    summary: 'The hub’s plan and what it uses',
    auth: 'hub user',
    authorize: ({ caller }) => {
      if (!caller.hubRole) throw notFound('This hub');
    },
    // The amounts would disclose when something private is added or deleted.
    handle: async ({ services, caller }) => ({
      currency: await currencyOf(services.database, caller.hub.id),
      usage: hubOperations(caller.hubRole, false).includes('hub.change')
        ? await usageOf(services.database, caller.hub.id)
        : {},
    }),
    // A self-hosted installation has no plan to pay for and is limited only by the machine.
    present: ({ currency, usage }) => ({
      plan: 'self-hosted',
      status: 'active',
      currency,
      limits: { members: null, spaces: null, items: null, bytes: null },
      usage,
      valid_until: null,
    }),
    response: subscription,
  }),
];
