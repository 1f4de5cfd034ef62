import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList } from '#components/ui/EntryRow.tsx';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useTypedSearch } from '#context/use-debounced.ts';
import { useListQuery } from '#context/use-list-query.ts';
import type { WhoCanSeeEntry } from '#lib/contract/access.ts';
import { type AccessResource, listWhoCanSee } from '#services/sharing.ts';
import { color, space } from '#styles/tokens.ts';
import { useAccessActions } from './use-access-actions.ts';
import { WhoCanSeeRow } from './WhoCanSeeRow.tsx';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
`;

const Count = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
`;

const entryKey = ({ kind, person, link }: WhoCanSeeEntry) => `${kind}${person?.id ?? link?.id ?? ''}`;

type WhoCanSeeProps = {
  resource: AccessResource;
  /** A role was changed, or a user or link removed. */
  onChanged: () => void;
};

/**
 * Everybody who can see a space or an item, with the reasons, page by page; access granted on the resource itself can
 * be changed in the row, inherited access links to its source.
 */
export const WhoCanSee = withQueries(function WhoCanSee({ resource, onChanged }: WhoCanSeeProps) {
  const intl = useIntl();
  const { typed, setTyped, q } = useTypedSearch();
  const { entries, count, hasMore, loading, error, loadMore, reload } = useListQuery<WhoCanSeeEntry>({
    of: ['who can see', resource],
    filter: { q },
    first: null,
    load: ({ page }, signal) => listWhoCanSee(resource, { page, q }, signal),
    idOf: entryKey,
  });
  const slow = useIsSlow(loading && entries.length === 0);
  const { hub } = useShell();
  const acts = useAccessActions(resource, () => {
    void reload();
    onChanged();
  });

  return (
    <Column>
      <SearchField
        label={intl.formatMessage({ id: 'sharing.who_search' })}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
      />
      {loading && entries.length === 0 && slow && <SkeletonList rows={4} />}
      <div role="status">
        {count !== null && entries.length > 0 && (
          <Count>
            <FormattedMessage id="sharing.who_count" values={{ count }} />
          </Count>
        )}
        {!loading && error === null && entries.length === 0 && (
          <EmptyState title={<FormattedMessage id="sharing.who_none" />} />
        )}
      </div>
      {acts.problem && <Notice tone="error">{acts.problem}</Notice>}
      {entries.length > 0 && (
        <EntryList aria-label={intl.formatMessage({ id: 'sharing.who_list' })}>
          {entries.map((entry) => (
            <WhoCanSeeRow key={entryKey(entry)} entry={entry} acts={acts} handle={hub?.domain_handle ?? ''} />
          ))}
        </EntryList>
      )}
      <ListFooter list={{ error, loading, hasMore, loadMore }} />
    </Column>
  );
});
