import { Users } from 'lucide-react';
import NextLink from 'next/link';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import { groupPath, PEOPLE_PAGE_SIZE } from '#components/sharing/people-view.ts';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList, EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { useTypedSearch } from '#context/use-debounced.ts';
import { useListQuery } from '#context/use-list-query.ts';
import type { HubGroup } from '#lib/contract/group.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { listGroups } from '#services/groups.ts';
import type { ListPage } from '#services/http.ts';
import { GroupMenu } from './GroupMenu.tsx';
import { writeClaims } from './group-claims.ts';
import { ListControls, ListCount } from './ListControls.tsx';
import { LoadMore } from './LoadMore.tsx';
import { groupsKey } from './people-queries.ts';

type GroupsTabProps = { hub: Hub; first: ListPage<HubGroup>; onCreate: () => void };

/** The groups of the hub: searchable, loaded page by page; who manages members changes and deletes them. */
export function GroupsTab({ hub, first, onCreate }: GroupsTabProps) {
  const intl = useIntl();
  const handle = hub.domain_handle;
  const { typed, setTyped, q } = useTypedSearch();
  const params = q.trim() ? { q: q.trim() } : {};
  const list = useListQuery({
    of: groupsKey(handle),
    filter: params,
    first,
    load: ({ page }, signal) => listGroups(handle, { ...params, page, page_size: PEOPLE_PAGE_SIZE }, signal),
    idOf: ({ id }) => id,
  });
  const manages = hub.allowed.includes('hub.change_members');
  const isEmpty = list.entries.length === 0 && !list.loading && !list.error;

  if (isEmpty && !typed.trim()) {
    return (
      <EmptyState
        title={<FormattedMessage id="groups.none" />}
        text={
          manages ? (
            <FormattedMessage id="groups.none_text" />
          ) : (
            <FormattedMessage id="groups.none_for_members" values={{ hub: <bdi>{hub.name}</bdi> }} />
          )
        }
        action={
          manages && (
            <Button icon={Users} onClick={onCreate}>
              <FormattedMessage id="groups.new" />
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <ListControls role="search">
        <div>
          <SearchField
            label={intl.formatMessage({ id: 'groups.search' })}
            placeholder={intl.formatMessage({ id: 'groups.search' })}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <ListCount role="status">
          {list.count !== null && (
            <FormattedMessage
              id="groups.count"
              values={{ count: list.count, number: <FormattedNumber value={list.count} /> }}
            />
          )}
        </ListCount>
      </ListControls>
      {list.entries.length > 0 && (
        <EntryList $framed>
          {list.entries.map((group) => (
            <GroupRow
              key={group.id}
              hub={hub}
              group={group}
              onChanged={list.replace}
              onDeleted={() => list.remove(group.id)}
            />
          ))}
        </EntryList>
      )}
      {isEmpty && (
        <EmptyState
          title={<FormattedMessage id="groups.none_found" />}
          text={<FormattedMessage id="groups.none_found_text" />}
        />
      )}
      <LoadMore list={list} />
    </>
  );
}

type GroupRowProps = {
  hub: Hub;
  group: HubGroup;
  onChanged: (group: HubGroup) => void;
  onDeleted: () => void;
};

function GroupRow({ hub, group, onChanged, onDeleted }: GroupRowProps) {
  const intl = useIntl();
  const { id, name, description, join_domains: domains, join_claims: claims } = group;
  return (
    <EntryRow
      mark={
        <RoundMark aria-hidden>
          <Users size={16} />
        </RoundMark>
      }
      name={
        <NextLink href={groupPath(hub.domain_handle, id)}>
          <bdi>{name}</bdi>
        </NextLink>
      }
      notes={[
        <span key="counts">
          <FormattedMessage id="groups.people" values={{ count: group.members_count }} />
          {' · '}
          <FormattedMessage id="groups.grants" values={{ count: group.grants_count }} />
          {domains.length > 0 && (
            <>
              {' · '}
              <FormattedMessage
                id="groups.by_domain"
                values={{ domains: intl.formatList(domains, { type: 'disjunction' }) }}
              />
            </>
          )}
          {claims.length > 0 && (
            <>
              {' · '}
              <FormattedMessage
                id="groups.by_claims"
                values={{
                  claims: intl.formatList(writeClaims(claims).split('\n'), { type: 'disjunction' }),
                }}
              />
            </>
          )}
        </span>,
        description && (
          <span key="description" dir="auto">
            {description}
          </span>
        ),
      ]}
      actions={<GroupMenu hub={hub} group={group} onChanged={onChanged} onDeleted={onDeleted} />}
    />
  );
}
