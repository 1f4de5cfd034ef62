import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { PEOPLE_PAGE_SIZE, personName } from '#components/sharing/people-view.ts';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { HubRole } from '#lib/access/roles.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { JoinRequest } from '#lib/contract/join-request.ts';
import { failureOf, type ListPage, messageOf } from '#services/http.ts';
import { approveJoinRequest, listJoinRequests, rejectJoinRequest } from '#services/members.ts';
import { HubRoleSelect, rolesUpTo } from './HubRoleSelect.tsx';
import { LoadMore } from './LoadMore.tsx';
import { joinRequestsKey } from './people-queries.ts';

const Message = styled.span`
  white-space: pre-line;
`;

type RequestsTabProps = { hub: Hub; first: ListPage<JoinRequest>; onDecided: () => void };

/** Join requests, the oldest first. */
export function RequestsTab({ hub, first, onDecided }: RequestsTabProps) {
  const handle = hub.domain_handle;
  const list = useListQuery({
    of: joinRequestsKey(handle),
    first,
    load: ({ page }, signal) => listJoinRequests(handle, { page, page_size: PEOPLE_PAGE_SIZE }, signal),
    idOf: ({ id }) => id,
  });
  if (list.entries.length === 0 && !list.error && !list.loading) {
    return (
      <EmptyState
        title={<FormattedMessage id="people.no_requests" />}
        text={
          <FormattedMessage
            id={hub.visibility === 'private' ? 'people.no_requests_private' : 'people.no_requests_text'}
          />
        }
      />
    );
  }
  return (
    <>
      <EntryList $framed>
        {list.entries.map((request) => (
          <Request
            key={request.id}
            hub={hub}
            request={request}
            onDecided={() => {
              list.remove(request.id);
              onDecided();
            }}
          />
        ))}
      </EntryList>
      <LoadMore list={list} />
    </>
  );
}

type RequestProps = { hub: Hub; request: JoinRequest; onDecided: () => void };

function Request({ hub, request, onDecided }: RequestProps) {
  const intl = useIntl();
  const toast = useToast();
  const [role, setRole] = useState<HubRole>('member');
  const [busy, setBusy] = useState<'approve' | 'reject' | null>(null);
  const name = personName(request.user);

  const decide = async (what: 'approve' | 'reject') => {
    setBusy(what);
    const { domain_handle: handle } = hub;
    try {
      if (what === 'approve') await approveJoinRequest(handle, request.id, role);
      else await rejectJoinRequest(handle, request.id);
      toast({
        tone: 'success',
        text: intl.formatMessage(
          { id: what === 'approve' ? 'people.approved' : 'people.rejected' },
          { name },
        ),
      });
      onDecided();
    } catch (error) {
      toast({ tone: 'error', text: messageOf(error) });
      // Somebody else handled it: it no longer exists.
      if (failureOf(error)?.status === 404) onDecided();
      else setBusy(null);
    }
  };

  return (
    <EntryRow
      mark={<Avatar name={name} seed={request.user.id} size={36} />}
      name={name}
      notes={[
        name === request.user.email ? null : request.user.email,
        request.message && (
          <Message key="message" dir="auto">
            {request.message}
          </Message>
        ),
      ]}
      aside={
        <FormattedMessage
          id="people.requested_at"
          values={{ time: <RelativeTime value={request.created_at} /> }}
        />
      }
      actions={
        <>
          <HubRoleSelect
            label={intl.formatMessage({ id: 'people.role_of' }, { name })}
            value={role}
            roles={rolesUpTo(hub.my_role)}
            disabled={busy !== null}
            onChange={setRole}
          />
          <Button
            variant="primary"
            busy={busy === 'approve'}
            disabled={busy === 'reject'}
            aria-label={intl.formatMessage({ id: 'people.approve_label' }, { name })}
            onClick={() => void decide('approve')}
          >
            <FormattedMessage id="people.approve" />
          </Button>
          <Button
            variant="quiet"
            busy={busy === 'reject'}
            disabled={busy === 'approve'}
            aria-label={intl.formatMessage({ id: 'people.reject_label' }, { name })}
            onClick={() => void decide('reject')}
          >
            <FormattedMessage id="people.reject" />
          </Button>
        </>
      }
    />
  );
}
