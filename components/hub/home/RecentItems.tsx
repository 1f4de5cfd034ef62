import NextLink from 'next/link';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { Activity } from '#lib/contract/activity.ts';
import { color, MOTION, radius, SHADOW, space } from '#styles/tokens.ts';
import { Details } from './entry-details-style.ts';

/** A list of addresses in a card. */
export const Rows = styled.ol`
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};
  overflow: hidden;

  > li + li {
    border-top: 1px solid ${color('line')};
  }
`;

export const Row = styled(NextLink)`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  min-height: 60px;
  padding: ${space(2)} ${space(5)};
  color: ${color('text')};
  text-decoration: none;
  transition: background ${MOTION};

  &:hover {
    background: ${color('hover')};
    text-decoration: none;
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  > time {
    flex: none;
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;

/** The resource of a change, and its address. */
function resourceOf(handle: string, { item, form, act, space: place }: Activity) {
  if (item) {
    return { kind: item.kind, title: item.title, href: `/${handle}/${item.space_slug}/${item.id}` };
  }
  const href =
    act === 'published' || !place ? `/f/${form?.slug}` : `/${handle}/${place.slug}/forms/${form?.id}`;
  return { kind: 'form' as const, title: form?.title ?? '', href };
}

/** The latest changes that the user may see. */
export function RecentItems({ handle, recent }: { handle: string; recent: Activity[] }) {
  return (
    <Rows>
      {recent.map((done) => {
        const { at, space: place } = done;
        const resource = resourceOf(handle, done);
        return (
          <li key={resource.href}>
            <Row href={resource.href} prefetch={false}>
              <KindIcon kind={resource.kind} />
              <Details>
                <span dir="auto" title={resource.title}>
                  {resource.title}
                </span>
                <span>
                  <FormattedMessage id={`kind.${resource.kind}`} />
                  {place && (
                    <>
                      {' · '}
                      <bdi>{place.name}</bdi>
                    </>
                  )}
                </span>
              </Details>
              <RelativeTime value={at} />
            </Row>
          </li>
        );
      })}
    </Rows>
  );
}
