import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { PeopleList } from './PeopleList.tsx';
import type { SpaceMembersControl } from './use-space-members.ts';

/** A list of so many members or more can be searched. */
const SEARCHABLE_FROM = 8;

type SpaceMembersProps = {
  slug: string;
  list: SpaceMembersControl;
  /** The id of the reader. */
  me: string;
  mayChange: boolean;
};

/** The members of a space, with a field to search them where there are many. */
export function SpaceMembers({ slug, list, me, mayChange }: SpaceMembersProps) {
  const intl = useIntl();
  const { entries: members, hasMore, loading, error, reload, typed, setTyped, q } = list;
  return (
    <>
      {(hasMore || members.length >= SEARCHABLE_FROM || typed) && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void reload();
          }}
        >
          <SearchField
            label={intl.formatMessage({ id: 'space_people.filter' })}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      )}
      {error !== null && (
        <ErrorState message={error} retrying={loading} onRetry={() => void list.loadMore()} />
      )}
      {q && members.length === 0 && !loading && (
        <p role="status">
          <FormattedMessage id="space_people.nobody" />
        </p>
      )}
      <PeopleList
        slug={slug}
        members={members}
        me={me}
        mayChange={mayChange}
        onChanged={list.put}
        onRemoved={list.remove}
      />
      {hasMore && (
        <Button busy={loading} onClick={() => void list.loadMore()}>
          <FormattedMessage id="space_people.more" />
        </Button>
      )}
    </>
  );
}
