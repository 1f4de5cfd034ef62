import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';
import type { SitePage } from './site-rows.ts';

const Both = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};

  a {
    display: grid;
    flex: 1 1 200px;
    gap: 2px;
    min-width: 0;
    padding: ${space(3)} ${space(4)};
    overflow-wrap: anywhere;
    border: 1px solid ${color('line')};
    border-radius: ${radius('card')};
    color: ${color('text')};
    font-weight: 500;
    text-decoration: none;
  }

  a:hover {
    background: ${color('hover')};
  }

  a[rel='next'] {
    text-align: end;
  }

  span {
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 400;
  }
`;

/** Links to the pages before and after the current one; nothing where there are none. */
export function SiteNeighbours({ previous, next }: { previous: SitePage | null; next: SitePage | null }) {
  const intl = useIntl();
  if (!previous && !next) return null;
  return (
    <Both data-print="hidden" aria-label={intl.formatMessage({ id: 'site.neighbours' })}>
      {previous && (
        <NextLink href={previous.href} rel="prev" prefetch={false}>
          <span>
            <FormattedMessage id="site.previous" />
          </span>
          <bdi>{previous.title}</bdi>
        </NextLink>
      )}
      {next && (
        <NextLink href={next.href} rel="next" prefetch={false}>
          <span>
            <FormattedMessage id="site.next" />
          </span>
          <bdi>{next.title}</bdi>
        </NextLink>
      )}
    </Both>
  );
}
