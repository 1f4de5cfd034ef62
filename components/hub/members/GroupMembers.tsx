import { UserMinus } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PEOPLE_PAGE_SIZE, personName } from '#components/sharing/people-view.ts';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { IconButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useTypedSearch } from '#context/use-debounced.ts';
import { useListQuery } from '#context/use-list-query.ts';
import type { GroupMember, HubGroup } from '#lib/contract/group.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { addGroupMembers, listGroupMembers, removeGroupMember } from '#services/groups.ts';
import type { ListPage } from '#services/http.ts';
import { ListControls } from './ListControls.tsx';
import { LoadMore } from './LoadMore.tsx';
import { groupMembersKey } from './people-queries.ts';

/** A list of so many people or more can be searched. */
const SEARCHABLE_FROM = 8;

type GroupMembersProps = {
  hub: Hub;
  group: HubGroup;
  first: ListPage<GroupMember>;
  /** Somebody was removed, or is back. */
  onChanged: () => void;
};

/** The people in a group; removing somebody acts at once, and can be undone from the message about it. */
export function GroupMembers({ hub, group, first, onChanged }: GroupMembersProps) {
  const intl = useIntl();
  const toast = useToast();
  const handle = hub.domain_handle;
  const { typed, setTyped, q } = useTypedSearch();
  const params = q.trim() ? { q: q.trim() } : {};
  const list = useListQuery({
    of: groupMembersKey(handle, group.id),
    filter: params,
    first,
    load: ({ page }, signal) =>
      listGroupMembers(handle, group.id, { ...params, page, page_size: PEOPLE_PAGE_SIZE }, signal),
    idOf: ({ user }) => user.id,
  });
  const manages = group.allowed.includes('members');

  const tryTo = async (act: () => Promise<unknown>) => {
    try {
      await act();
      return true;
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
      return false;
    } finally {
      onChanged();
    }
  };
  const remove = async ({ user }: GroupMember) => {
    list.remove(user.id);
    if (!(await tryTo(() => removeGroupMember(handle, group.id, user.id)))) return;
    toast({
      text: <FormattedMessage id="groups.removed" values={{ name: personName(user) }} />,
      action: {
        label: intl.formatMessage({ id: 'groups.undo' }),
        onSelect: () => void tryTo(() => addGroupMembers(handle, group.id, [user.id])),
      },
    });
  };

  const isEmpty = list.entries.length === 0 && !list.loading && !list.error;
  return (
    <section aria-label={intl.formatMessage({ id: 'groups.members' })}>
      {(list.hasMore || list.entries.length >= SEARCHABLE_FROM || typed !== '') && (
        <ListControls role="search">
          <div>
            <SearchField
              label={intl.formatMessage({ id: 'groups.member_search' })}
              placeholder={intl.formatMessage({ id: 'groups.member_search' })}
              value={typed}
              maxLength={200}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        </ListControls>
      )}
      {list.entries.length > 0 && (
        <EntryList $framed aria-label={intl.formatMessage({ id: 'groups.members' })}>
          {list.entries.map((member) => (
            <Row
              key={member.user.id}
              member={member}
              hasClaims={group.join_claims.length > 0}
              onRemove={manages ? remove : null}
            />
          ))}
        </EntryList>
      )}
      {isEmpty && (
        <EmptyState
          title={<FormattedMessage id={typed ? 'groups.member_none_found' : 'groups.member_none'} />}
          text={
            !typed && (
              <FormattedMessage id={manages ? 'groups.member_none_text' : 'groups.member_none_reader'} />
            )
          }
        />
      )}
      <LoadMore list={list} />
    </section>
  );
}

type RowProps = {
  member: GroupMember;
  /** The rule of the group is not its mail domains alone. */
  hasClaims: boolean;
  onRemove: ((member: GroupMember) => Promise<void>) | null;
};

function Row({ member, hasClaims, onRemove }: RowProps) {
  const intl = useIntl();
  const { user, by_name, hub_role, suspended } = member;
  const name = personName(user);
  return (
    <EntryRow
      mark={<Avatar name={name} seed={user.id} size={36} />}
      name={name}
      badges={
        <>
          {hub_role === 'guest' && (
            <Badge tone="warning">
              <FormattedMessage id="space_people.guest" />
            </Badge>
          )}
          {suspended && (
            <Badge tone="error">
              <FormattedMessage id="people.suspended" />
            </Badge>
          )}
        </>
      }
      notes={[
        user.email !== name && user.email,
        !by_name && (
          <FormattedMessage key="rule" id={hasClaims ? 'groups.member_by_rule' : 'groups.member_by_domain'} />
        ),
      ]}
      actions={
        onRemove &&
        by_name && (
          <IconButton
            icon={UserMinus}
            label={intl.formatMessage({ id: 'groups.remove' }, { name })}
            onClick={() => void onRemove(member)}
          />
        )
      }
    />
  );
}
