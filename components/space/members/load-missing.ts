import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { MissingSpaceProps } from './MissingSpace.tsx';

/**
 * What a person of the hub is shown at a space's address where there is nothing for them; null for everybody else, who
 * gets the page of what is not there.
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
  // In a space that they see, only what they looked for is missing.
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
