import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useSpaceSearch } from '#components/search/use-space-search.ts';
import { Avatar } from '#components/ui/Avatar.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import type { Space } from '#lib/contract/space.ts';
import { color, radius, space } from '#styles/tokens.ts';

const List = styled.ul`
  display: grid;
  gap: ${space(2)};

  a {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-height: 48px;
    padding: ${space(1)} ${space(2)};
    border-radius: ${radius('control')};
    color: ${color('text')};
    overflow-wrap: anywhere;
  }

  a:hover {
    background: ${color('hover')};
    text-decoration: none;
  }
`;

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

const More = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
`;

type ChooseSpaceDialogProps = {
  handle: string;
  /** Spaces on the page. */
  spaces: readonly Space[];
  /** The hub has more than those. */
  hasMore: boolean;
  onClose: () => void;
};

/**
 * Lets the user choose the space of a form that is created on the hub's page: one of those that they may add to, found
 * by name.
 */
export const ChooseSpaceDialog = withQueries(function ChooseSpaceDialog({
  handle,
  spaces,
  hasMore,
  onClose,
}: ChooseSpaceDialogProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState('');
  const { found, again } = useSpaceSearch(typed, { writable: true, when: hasMore });
  const isSlow = useIsSlow(hasMore && !found);
  const own = hasMore ? found?.spaces : spaces.filter(({ allowed }) => allowed.includes('space.create_item'));
  const isEmpty = own?.length === 0 && !found?.error;
  return (
    <Modal open onClose={onClose} title={<FormattedMessage id="form_new.choose_space" />}>
      <Parts>
        {isEmpty && !found?.query ? (
          <Notice>
            <FormattedMessage id="form_new.no_space" />
          </Notice>
        ) : (
          <p>
            <FormattedMessage id="form_new.choose_space_text" />
          </p>
        )}
        {hasMore && (
          <SearchField
            label={intl.formatMessage({ id: 'move.find_space' })}
            value={typed}
            maxLength={200}
            dir="auto"
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        {found?.error && <ErrorState message={found.error} onRetry={again} />}
        {isSlow && <SkeletonList rows={4} />}
        {own && (
          <List>
            {own.map((one, at) => (
              <li key={one.id}>
                <NextLink
                  href={`/${handle}/${one.slug}/forms/new`}
                  prefetch={false}
                  data-autofocus={(!hasMore && at === 0) || undefined}
                >
                  <Avatar name={one.name} seed={one.id} size={32} square />
                  <bdi>{one.name}</bdi>
                </NextLink>
              </li>
            ))}
          </List>
        )}
        <div role="status">
          {isEmpty && found?.query && <FormattedMessage id="layout.filter_none" />}
          {found && !found.isAll && !found.error && found.spaces.length > 0 && (
            <More>
              <FormattedMessage
                id={found.query ? 'form_new.spaces_found' : 'form_new.spaces_first'}
                values={{ count: found.spaces.length }}
              />
            </More>
          )}
        </div>
      </Parts>
    </Modal>
  );
});
