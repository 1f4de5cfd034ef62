import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { ByteSize } from '#components/ui/ByteSize.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PageLinks } from '#components/ui/PageLinks.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { Item } from '#lib/contract/item.ts';
import { CONTENT_WIDTH } from '#lib/text/constants.ts';
import { space } from '#styles/tokens.ts';
import { ItemLink, ItemLinkList } from './ItemLink.tsx';
import type { LoadedFolder } from './load-folder.ts';
import { PublicBreadcrumbs } from './PublicBreadcrumbs.tsx';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
  max-width: ${CONTENT_WIDTH}px;
  margin: ${space(6)} auto 0;
`;

const Title = styled.h1`
  font-size: 28px;
  font-weight: 700;
  line-height: 1.25;
  letter-spacing: -0.015em;
  overflow-wrap: anywhere;
`;

/** A folder for users who can't see its space: visitors, guests, holders of a share link. Readable without a script. */
export function PublicFolder({ list, heading = true }: { list: LoadedFolder; heading?: boolean }) {
  const { folder, items, crumbs, path, page, hasMore, problem, hrefOf } = list;
  const pageAt = (number: number) => `${path}${path.includes('?') ? '&' : '?'}page=${number}`;
  return (
    <Column>
      <PageTitle title={folder.title} />
      <PublicBreadcrumbs crumbs={crumbs} />
      {heading && <Title dir="auto">{folder.title}</Title>}
      {problem && <Notice tone="error">{problem}</Notice>}
      {!problem && items.length === 0 && (
        <EmptyState title={<FormattedMessage id="sharing.folder_empty" />} />
      )}
      {items.length > 0 && (
        <ItemLinkList>
          {items.map((item) => (
            <li key={item.id}>
              <ItemLink item={item} href={hrefOf[item.id] ?? path} note={<About item={item} />} />
            </li>
          ))}
        </ItemLinkList>
      )}
      <PageLinks page={page} hasMore={hasMore} hrefOf={pageAt} />
    </Column>
  );
}

function About({ item }: { item: Item }) {
  if (item.kind === 'folder') {
    return <FormattedMessage id="sharing.folder_items" values={{ count: item.counts.children }} />;
  }
  return (
    <>
      {item.file_name !== null && (
        <>
          <ByteSize bytes={item.size} />
          {' · '}
        </>
      )}
      <FormattedMessage id="item.changed" values={{ time: <RelativeTime value={item.updated_at} /> }} />
    </>
  );
}
