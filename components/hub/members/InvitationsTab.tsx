import { Link2, Mail } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { PEOPLE_PAGE_SIZE } from '#components/sharing/people-view.ts';
import { Badge, type Tone } from '#components/ui/Badge.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList, EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { PendingInvite } from '#lib/contract/invite.ts';
import { type ListPage, messageOf } from '#services/http.ts';
import { listInvites, resendInvite, revokeInvite } from '#services/members.ts';
import { space } from '#styles/tokens.ts';
import { LoadMore } from './LoadMore.tsx';
import { invitesKey } from './people-queries.ts';

const Stack = styled.div`
  display: grid;
  gap: ${space(4)};
`;

type InvitationsTabProps = { hub: Hub; first: ListPage<PendingInvite>; onInvite: () => void };

/** Pending invites, and the invite links for several people. */
export function InvitationsTab({ hub, first, onInvite }: InvitationsTabProps) {
  const handle = hub.domain_handle;
  const list = useListQuery({
    of: invitesKey(handle),
    first,
    load: ({ page }, signal) => listInvites(handle, { page, page_size: PEOPLE_PAGE_SIZE }, signal),
    idOf: ({ id }) => id,
  });
  if (list.entries.length === 0 && !list.error && !list.loading) {
    return (
      <EmptyState
        title={<FormattedMessage id="people.no_invites" />}
        text={<FormattedMessage id="people.no_invites_text" />}
        action={
          <Button onClick={onInvite}>
            <FormattedMessage id="people.invite" />
          </Button>
        }
      />
    );
  }
  return (
    <>
      <EntryList $framed>
        {list.entries.map((invite) => (
          <Invitation
            key={invite.id}
            hub={hub}
            invite={invite}
            onChanged={list.replace}
            onWithdrawn={list.remove}
          />
        ))}
      </EntryList>
      <LoadMore list={list} />
    </>
  );
}

const TONES: Record<PendingInvite['status'], Tone> = {
  invited: 'info',
  expired: 'warning',
  lapsed: 'warning',
};

type InvitationProps = {
  hub: Hub;
  invite: PendingInvite;
  onChanged: (invite: PendingInvite) => void;
  onWithdrawn: (id: string) => void;
};

function Invitation({ hub, invite, onChanged, onWithdrawn }: InvitationProps) {
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [withdrawing, setWithdrawing] = useState(false);
  const isLink = invite.email === null;
  const role = intl.formatMessage({ id: `people.role_${invite.role}` });
  const name = invite.email ?? intl.formatMessage({ id: 'people.link_name' }, { role });

  const resend = async () => {
    setBusy(true);
    try {
      const { data } = await resendInvite(hub.domain_handle, invite.id);
      onChanged({ ...invite, status: 'invited' });
      if (data.link) setLink(data.link);
      else toast({ tone: 'success', text: intl.formatMessage({ id: 'people.resent' }, { email: name }) });
    } catch (error) {
      toast({ tone: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  const withdraw = async () => {
    await revokeInvite(hub.domain_handle, invite.id);
    setWithdrawing(false);
    onWithdrawn(invite.id);
    toast({ tone: 'success', text: intl.formatMessage({ id: 'people.withdrawn' }) });
  };

  const Icon = isLink ? Link2 : Mail;
  return (
    <EntryRow
      mark={
        <RoundMark aria-hidden>
          <Icon size={18} strokeWidth={1.75} />
        </RoundMark>
      }
      name={name}
      badges={
        <Badge tone={TONES[invite.status]}>
          <FormattedMessage id={`people.status_${invite.status}`} />
        </Badge>
      }
      notes={[
        <FormattedMessage
          key="by"
          id={
            isLink
              ? 'people.link_by'
              : invite.to_things
                ? 'people.invited_to_resources_by'
                : 'people.invited_by'
          }
          values={{ inviter: <bdi>{invite.invited_by}</bdi>, role, joined: invite.joined }}
        />,
      ]}
      aside={
        <FormattedMessage
          id={invite.status === 'expired' ? 'people.expired_at' : 'people.expires_at'}
          values={{ time: <RelativeTime value={invite.expires_at} /> }}
        />
      }
      actions={
        <>
          {invite.allowed.includes('invite.resend') && (
            <Button
              busy={busy}
              aria-label={intl.formatMessage(
                { id: isLink ? 'people.renew_label' : 'people.resend_label' },
                { name },
              )}
              onClick={() => void resend()}
            >
              <FormattedMessage id={isLink ? 'people.renew' : 'people.resend'} />
            </Button>
          )}
          {invite.allowed.includes('invite.withdraw') && (
            <Button
              variant="quiet"
              aria-label={intl.formatMessage({ id: 'people.withdraw_label' }, { name })}
              onClick={() => setWithdrawing(true)}
            >
              <FormattedMessage id="people.withdraw" />
            </Button>
          )}
          {withdrawing && (
            <Confirm
              title={<FormattedMessage id="people.withdraw_title" />}
              text={
                <FormattedMessage
                  id={isLink ? 'people.withdraw_link_text' : 'people.withdraw_text'}
                  values={{ email: <bdi>{name}</bdi> }}
                />
              }
              submit={<FormattedMessage id="people.withdraw" />}
              danger
              onConfirm={withdraw}
              onClose={() => setWithdrawing(false)}
            />
          )}
          <Modal
            open={link !== null}
            onClose={() => setLink(null)}
            title={<FormattedMessage id="people.new_link" />}
          >
            <Stack>
              <p>
                <FormattedMessage id="people.new_link_text" />
              </p>
              {link && <CopyLink link={link} label={intl.formatMessage({ id: 'people.link' })} />}
            </Stack>
          </Modal>
        </>
      }
    />
  );
}
