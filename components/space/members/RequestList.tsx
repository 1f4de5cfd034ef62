import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { personName } from '#components/sharing/people-view.ts';
import { Avatar } from '#components/ui/Avatar.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { ITEM_ROLES, type ItemRole } from '#lib/access/roles.ts';
import type { AccessRequest } from '#lib/contract/access-request.ts';
import { approveAccessRequest, rejectAccessRequest } from '#services/space-members.ts';
import { RowButton } from './PeopleList.tsx';
import { RoleSelect } from './RoleSelect.tsx';

type RequestListProps = {
  slug: string;
  requests: readonly AccessRequest[];
  onDecided: (id: string, approved: boolean) => void;
};

/** Access requests; the owner accepts them with a role, or declines them. */
export function RequestList({ slug, requests, onDecided }: RequestListProps) {
  if (requests.length === 0) return null;
  return (
    <Section
      title={<FormattedMessage id="space_people.requests" />}
      text={<FormattedMessage id="space_people.requests_text" />}
    >
      <EntryList>
        {requests.map((request) => (
          <RequestLine key={request.id} slug={slug} request={request} onDecided={onDecided} />
        ))}
      </EntryList>
    </Section>
  );
}

type RequestLineProps = Omit<RequestListProps, 'requests'> & { request: AccessRequest };

function RequestLine({ slug, request, onDecided }: RequestLineProps) {
  const intl = useIntl();
  const toast = useToast();
  const [role, setRole] = useState<ItemRole>(request.role);
  const [busy, setBusy] = useState(false);
  const name = personName(request.user);

  const decide = async (approved: boolean) => {
    if (busy) return;
    setBusy(true);
    try {
      if (approved) await approveAccessRequest(slug, request.id, { role });
      else await rejectAccessRequest(slug, request.id);
      const id = approved ? 'space_people.approved' : 'space_people.rejected';
      toast({ tone: 'success', text: <FormattedMessage id={id} values={{ name }} /> });
      onDecided(request.id, approved);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
      setBusy(false);
    }
  };

  return (
    <EntryRow
      mark={<Avatar name={name} seed={request.user.id} size={36} />}
      name={name}
      notes={[
        <>
          <FormattedMessage id={`space_people.wants_${request.role}`} />
          {' · '}
          <RelativeTime value={request.created_at} />
        </>,
        request.message && <bdi>{request.message}</bdi>,
      ]}
      actions={
        <>
          <RoleSelect
            label={intl.formatMessage({ id: 'space_people.role_of' }, { name })}
            value={role}
            roles={ITEM_ROLES}
            disabled={busy}
            onChange={setRole}
          />
          <RowButton
            label={intl.formatMessage({ id: 'space_people.approve' }, { name })}
            short="space_people.approve_short"
            primary
            onClick={() => void decide(true)}
          />
          <RowButton
            label={intl.formatMessage({ id: 'space_people.reject' }, { name })}
            short="space_people.reject_short"
            onClick={() => void decide(false)}
          />
        </>
      }
    />
  );
}
