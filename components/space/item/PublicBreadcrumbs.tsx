import NextLink from 'next/link';
import { Fragment } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';

const Trail = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} 6px;
  color: ${color('quiet')};
  font-size: 13px;

  a {
    color: inherit;
    overflow-wrap: anywhere;
  }
`;

type PublicBreadcrumbsProps = { crumbs: { href: string; label: string }[]; className?: string };

/** The breadcrumb above an item on a page without the app's header. Nothing for an item at the top level. */
export function PublicBreadcrumbs({ crumbs, className }: PublicBreadcrumbsProps) {
  const intl = useIntl();
  if (crumbs.length === 0) return null;
  return (
    <Trail aria-label={intl.formatMessage({ id: 'layout.breadcrumb' })} className={className}>
      {crumbs.map((crumb, index) => (
        <Fragment key={crumb.href}>
          {index > 0 && <span aria-hidden>›</span>}
          <NextLink href={crumb.href} prefetch={false}>
            <bdi>{crumb.label}</bdi>
          </NextLink>
        </Fragment>
      ))}
    </Trail>
  );
}
