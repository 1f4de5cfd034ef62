import { Download } from 'lucide-react';
import NextLink from 'next/link';
import { Fragment } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { LinkButton } from '#components/common/Button.tsx';
import { PageTitle } from '#components/common/PageTitle.tsx';
import { downloadUrl } from '#services/item.ts';
import { color, space } from '#styles/tokens.ts';
import { ItemBody } from './ItemBody.tsx';
import type { ItemPageData } from './item-page.ts';

const Crumbs = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} 6px;
  max-width: 760px;
  margin: ${space(6)} auto 0;
  color: ${color('quiet')};
  font-size: 13px;

  a {
    color: inherit;
    overflow-wrap: anywhere;
  }
`;

const Title = styled.h1`
  font-size: 34px;
  font-weight: 700;
  line-height: 1.2;
  letter-spacing: -0.02em;
  overflow-wrap: anywhere;
`;

/** A public item as visitors read it, also without a script. */
export function PublicItem({ data }: { data: ItemPageData }) {
  const label = useIntl().formatMessage({ id: 'layout.breadcrumb' });
  const { item, crumbs } = data;
  return (
    <>
      <PageTitle title={item.title} />
      {crumbs.length > 0 && (
        <Crumbs aria-label={label}>
          {crumbs.map((crumb, index) => (
            <Fragment key={crumb.href}>
              {index > 0 && <span aria-hidden>›</span>}
              <NextLink href={crumb.href} prefetch={false}>
                <bdi>{crumb.label}</bdi>
              </NextLink>
            </Fragment>
          ))}
        </Crumbs>
      )}
      <ItemBody
        data={data}
        item={item}
        title={<Title dir="auto">{item.title}</Title>}
        notice={
          item.file_name !== null &&
          item.allowed.includes('item.download') && (
            <div>
              <LinkButton
                href={downloadUrl(item.id)}
                prefetch={false}
                download={item.file_name}
                icon={Download}
              >
                <FormattedMessage id="item.download" />
              </LinkButton>
            </div>
          )
        }
      />
    </>
  );
}
