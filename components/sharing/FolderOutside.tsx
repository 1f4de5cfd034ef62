import NextLink from 'next/link';
import { Fragment } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { LinkButton } from '#components/common/Button.tsx';
import { ByteSize } from '#components/common/ByteSize.tsx';
import { EmptyState } from '#components/common/EmptyState.tsx';
import { KindIcon } from '#components/common/KindIcon.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { PageTitle } from '#components/common/PageTitle.tsx';
import { RelativeTime } from '#components/common/RelativeTime.tsx';
import { CONTENT_WIDTH } from '#lib/constants.ts';
import { color, radius, space } from '#styles/tokens.ts';
import type { LoadedFolder } from './load-folder.ts';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
  max-width: ${CONTENT_WIDTH}px;
  margin: ${space(6)} auto 0;
`;

const Crumbs = styled.nav`
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

const Title = styled.h1`
  font-size: 28px;
  font-weight: 700;
  line-height: 1.25;
  letter-spacing: -0.015em;
  overflow-wrap: anywhere;
`;

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
  border-top: 1px solid ${color('line')};

  > li {
    border-bottom: 1px solid ${color('line')};
  }
`;

const Line = styled(NextLink)`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 56px;
  padding: ${space(2)} ${space(2)};
  border-radius: ${radius('control')};
  color: inherit;
  text-decoration: none;

  &:hover {
    background: ${color('hover')};
  }

  > :nth-child(2) {
    display: grid;
    flex: 1;
    min-width: 0;
  }

  strong {
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const Pages = styled.nav`
  display: flex;
  gap: ${space(3)};
`;

/** A folder for people who can't see its space: visitors, guests, whoever holds a link. Readable without a script. */
export function FolderOutside({ list, heading = true }: { list: LoadedFolder; heading?: boolean }) {
  const intl = useIntl();
  const { folder, items, crumbs, path, page, hasMore, problem, hrefOf } = list;
  const pageAt = (number: number) => `${path}${path.includes('?') ? '&' : '?'}page=${number}`;
  return (
    <Column>
      <PageTitle title={folder.title} />
      {crumbs.length > 0 && (
        <Crumbs aria-label={intl.formatMessage({ id: 'layout.breadcrumb' })}>
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
      {heading && <Title dir="auto">{folder.title}</Title>}
      {problem && <Notice tone="error">{problem}</Notice>}
      {!problem && items.length === 0 && (
        <EmptyState title={<FormattedMessage id="sharing.folder_empty" />} />
      )}
      {items.length > 0 && (
        <List>
          {items.map((item) => (
            <li key={item.id}>
              <Line href={hrefOf[item.id] ?? path} prefetch={false}>
                <KindIcon kind={item.kind} labelled />
                <span>
                  <strong dir="auto">{item.title}</strong>
                  <small>
                    {item.kind === 'folder' ? (
                      <FormattedMessage id="sharing.folder_items" values={{ count: item.counts.children }} />
                    ) : (
                      <>
                        {item.file_name !== null && (
                          <>
                            <ByteSize bytes={item.size} />
                            {' · '}
                          </>
                        )}
                        <FormattedMessage
                          id="item.changed"
                          values={{ time: <RelativeTime value={item.updated_at} /> }}
                        />
                      </>
                    )}
                  </small>
                </span>
              </Line>
            </li>
          ))}
        </List>
      )}
      {(page > 1 || hasMore) && (
        <Pages aria-label={intl.formatMessage({ id: 'sharing.folder_pages' })}>
          {page > 1 && (
            <LinkButton href={pageAt(page - 1)} prefetch={false}>
              <FormattedMessage id="sharing.folder_back" />
            </LinkButton>
          )}
          {hasMore && (
            <LinkButton href={pageAt(page + 1)} prefetch={false}>
              <FormattedMessage id="sharing.folder_on" />
            </LinkButton>
          )}
        </Pages>
      )}
    </Column>
  );
}
