import { useRouter } from 'next/router';
import { useCallback, useEffect, useState } from 'react';
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl';
import {
  type MemberFilter,
  memberParams,
  PEOPLE_PAGE_SIZE,
  peoplePath,
  peopleViewOf,
} from '#components/sharing/people-view.ts';
import { Select } from '#components/ui/control.ts';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList } from '#components/ui/EntryRow.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { useNavigationState } from '#context/navigation-state.ts';
import { useListQuery } from '#context/use-list-query.ts';
import { HUB_ROLES } from '#lib/access/roles.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { Member } from '#lib/contract/member.ts';
import type { ListPage } from '#services/http.ts';
import { listMembers } from '#services/members.ts';
import { ListControls, ListCount } from './ListControls.tsx';
import { LoadMore } from './LoadMore.tsx';
import { MemberRow } from './MemberRow.tsx';
import { membersKey } from './people-queries.ts';
import { useMemberContacts } from './use-member-contacts.ts';

/** Delay of the search after the last keystroke, in milliseconds. */
const PAUSE = 250;

type MembersTabProps = { hub: Hub; first: ListPage<Member>; filter: MemberFilter };

/** The members of the hub: searchable, filtered, loaded page by page. */
export function MembersTab({ hub, first, filter }: MembersTabProps) {
  const intl = useIntl();
  const router = useRouter();
  const { isLeavingPage } = useNavigationState();
  const handle = hub.domain_handle;
  const [typed, setTyped] = useState(filter.q);
  const [requestedFilter, setRequestedFilter] = useState(filter);
  const [lastFilter, setLastFilter] = useState(filter);
  if (lastFilter !== filter) {
    setLastFilter(filter);
    // A link opened another filter. When the page is only reloaded with the current filter, the text that is being
    // typed stays.
    if (filter.q !== requestedFilter.q || filter.show !== requestedFilter.show) {
      setTyped(filter.q);
      setRequestedFilter(filter);
    }
  }
  const params = memberParams(requestedFilter);
  const list = useListQuery({
    of: membersKey(handle),
    filter: params,
    first,
    load: ({ page }, signal) => listMembers(handle, { ...params, page, page_size: PEOPLE_PAGE_SIZE }, signal),
    idOf: ({ id }) => id,
  });
  const contacts = useMemberContacts(
    handle,
    list.entries.map(({ id }) => id),
  );
  const changes = hub.allowed.includes('hub.change_members');

  const ask = useCallback(
    (next: MemberFilter) => {
      setRequestedFilter(next);
      void router.replace(peoplePath(handle, next), undefined, { shallow: true });
    },
    [handle, router],
  );
  // Another filter, and leaving the list, cancel a pending search.
  useEffect(() => {
    const q = typed.trim();
    if (q === requestedFilter.q) return;
    const timer = setTimeout(() => !isLeavingPage() && ask({ ...requestedFilter, q }), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, requestedFilter, ask, isLeavingPage]);

  const narrowed = requestedFilter.q !== '' || requestedFilter.show !== 'all';
  return (
    <>
      <ListControls role="search">
        <div>
          <SearchField
            label={intl.formatMessage({ id: 'people.search' })}
            placeholder={intl.formatMessage({ id: 'people.search' })}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Select
          aria-label={intl.formatMessage({ id: 'people.show' })}
          value={requestedFilter.show}
          onChange={(event) =>
            ask({ q: typed.trim(), show: peopleViewOf({ show: event.target.value }).show })
          }
        >
          <option value="all">{intl.formatMessage({ id: 'people.show_all' })}</option>
          {HUB_ROLES.map((role) => (
            <option key={role} value={role}>
              {intl.formatMessage({ id: `people.show_${role}` })}
            </option>
          ))}
          {changes && (
            <option value="suspended">{intl.formatMessage({ id: 'people.show_suspended' })}</option>
          )}
        </Select>
        <ListCount role="status">
          {list.count !== null && (
            <FormattedMessage
              id="people.count"
              values={{ count: list.count, number: <FormattedNumber value={list.count} /> }}
            />
          )}
        </ListCount>
      </ListControls>
      {list.entries.length > 0 && (
        <EntryList $framed>
          {list.entries.map((member) => (
            <MemberRow
              key={member.id}
              hub={hub}
              member={member}
              contacts={contacts.get(member.id)}
              onChanged={list.replace}
              onRemoved={list.remove}
            />
          ))}
        </EntryList>
      )}
      {list.entries.length === 0 && !list.loading && !list.error && (
        <EmptyState
          title={<FormattedMessage id={narrowed ? 'people.none_found' : 'people.none'} />}
          text={narrowed && <FormattedMessage id="people.none_found_text" />}
        />
      )}
      <LoadMore list={list} />
    </>
  );
}
