import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { ItemLink, ItemLinkList } from '#components/space/item/ItemLink.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import type { BrokenLink } from '#lib/contract/item-link.ts';
import type { Space } from '#lib/contract/space.ts';
import { listBrokenLinks } from '#services/item-links.ts';
import { space as gap } from '#styles/tokens.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${gap(4)};

  code {
    overflow-wrap: anywhere;
  }
`;

type BrokenLinksProps = { handle: string; space: Pick<Space, 'slug' | 'name'>; onClose: () => void };

/** The links of a space's documents that lead nowhere, each with its document. */
export const BrokenLinks = withQueries(function BrokenLinks({ handle, space, onClose }: BrokenLinksProps) {
  const list = useListQuery<BrokenLink>({
    of: ['broken links', space.slug],
    first: null,
    load: ({ page }, signal) => listBrokenLinks(space.slug, page, signal),
    idOf: ({ item, address }) => `${item.id} ${address}`,
  });
  const slow = useIsSlow(list.loading && list.entries.length === 0);
  const isEmpty = !list.loading && list.error === null && list.entries.length === 0;
  return (
    <Modal
      open
      onClose={onClose}
      width={680}
      title={<FormattedMessage id="broken_links.title" values={{ space: <bdi>{space.name}</bdi> }} />}
    >
      <Parts>
        {isEmpty ? (
          <EmptyState
            title={<FormattedMessage id="broken_links.none" />}
            text={<FormattedMessage id="broken_links.none_text" />}
          />
        ) : (
          <p>
            <FormattedMessage id="broken_links.text" />
          </p>
        )}
        {slow && <SkeletonList rows={3} />}
        {list.entries.length > 0 && (
          <ItemLinkList>
            {list.entries.map(({ item, address, reason }) => (
              <li key={`${item.id} ${address}`}>
                <ItemLink
                  item={item}
                  href={itemPath(handle, { ...item, space_slug: space.slug })}
                  note={
                    <>
                      <FormattedMessage id={`broken_links.${reason}`} />: <code dir="ltr">{address}</code>
                    </>
                  }
                />
              </li>
            ))}
          </ItemLinkList>
        )}
        <ListFooter list={list} />
      </Parts>
    </Modal>
  );
});
