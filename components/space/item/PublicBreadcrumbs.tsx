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

/** The way to an item, over it, where its page has no header of the app. Nothing for what lies at the top. */
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
