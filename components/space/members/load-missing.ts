import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { MissingSpaceProps } from './MissingSpace.tsx';

/**
 * The data for a member of the hub at a space's address where there is nothing that they may see; null for everybody
 * else, who gets the not-found page.
 */
export async function loadMissing({ context, viewer, api }: PageVisit): Promise<MissingSpaceProps | null> {
  const handle = String(context.params?.handle);
  const slug = String(context.params?.space);
  const belongs = viewer?.organization_list.some(
    (one) => one.domain_handle.toLowerCase() === handle.toLowerCase(),
  );
  if (!belongs) return null;
  const path = `spaces/${encodeURIComponent(slug)}/` as const;
  const [space, hub, own] = await Promise.all([
    api(path),
    api(`hubs/${encodeURIComponent(handle)}/`),
    api(`${path}access-requests/`),
  ]);
  const [seen, ofHub, requests] = [dataOrNull(space), dataOrNull(hub), dataOrNull(own)];
  // In a space that the user can see, only the requested item is missing.
  if (seen || !ofHub || !requests) return null;
  context.res.statusCode = 404;
  return {
    handle,
    hubName: ofHub.name,
    slug,
    hasRequested: requests.length > 0,
    mayTakeOver: ofHub.allowed.includes('hub.take_over_space'),
  };
}
