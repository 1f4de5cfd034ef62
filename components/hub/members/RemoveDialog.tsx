import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { personName } from '#components/sharing/people-view.ts';
import { QueryContent } from '#components/ui/AsyncContent.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { stepPath } from '#lib/browser/current-step.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { Member, MemberRemovalImpact } from '#lib/contract/member.ts';
import { getUser } from '#services/account.ts';
import { messageOf } from '#services/http.ts';
import { getMember, removeMember } from '#services/members.ts';
import { space } from '#styles/tokens.ts';

const Consequences = styled.ul`
  display: grid;
  gap: ${space(2)};
  padding-left: ${space(5)};
  list-style: disc;
  overflow-wrap: anywhere;
`;

const Stack = styled.div`
  display: grid;
  gap: ${space(4)};
`;

type RemoveDialogProps = {
  hub: Hub;
  member: Pick<Member, 'id' | 'first_name' | 'last_name' | 'email' | 'is_me'>;
  onClose: () => void;
  onRemoved?: (id: string) => void;
};

/** Removes a member, or leaves the hub; states first what is revoked with it, and what would have no owner. */
export function RemoveDialog({ hub, member, onClose, onRemoved }: RemoveDialogProps) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const { updateUser } = useAuth();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { is_me: isMe, id } = member;
  const name = personName(member);

  const impact = useQuery({
    queryKey: ['member removal', hub.domain_handle, id],
    queryFn: async ({ signal }) => (await getMember(hub.domain_handle, id, signal)).data.leaving,
  });

  const remove = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { message } = await removeMember(hub.domain_handle, id);
      if (isMe) {
        const user = (await getUser()).data;
        updateUser(user);
        await router.push(stepPath(user) ?? '/');
      }
      toast({ tone: 'success', text: message ?? intl.formatMessage({ id: 'people.removed' }, { name }) });
      onClose();
      onRemoved?.(id);
    } catch (error) {
      setRefusal(messageOf(error));
      setBusy(false);
    }
  };

  const values = { name: <bdi>{name}</bdi>, hub: <bdi>{hub.name}</bdi> };
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id={isMe ? 'people.leave_title' : 'people.remove_title'} values={values} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            variant="danger"
            busy={busy}
            disabled={!impact.data || impact.data.is_last_owner}
            onClick={() => void remove()}
          >
            <FormattedMessage id={isMe ? 'people.leave' : 'people.remove'} />
          </Button>
        </>
      }
    >
      {refusal && <Notice tone="error">{refusal}</Notice>}
      <QueryContent query={impact} rows={2}>
        {(leaving) => leaving && <WhatEnds leaving={leaving} isMe={isMe} />}
      </QueryContent>
    </Modal>
  );
}

function WhatEnds({ leaving, isMe }: { leaving: MemberRemovalImpact; isMe: boolean }) {
  const { spaces_without_owner: count, spaces, private_items: items, share_links, invitations } = leaving;
  if (leaving.is_last_owner) {
    return (
      <Notice tone="warning">
        <FormattedMessage id="people.last_owner" />
      </Notice>
    );
  }
  const revokesAccess = share_links + invitations > 0;
  return (
    <Stack>
      <Consequences>
        <li>
          <FormattedMessage id={isMe ? 'people.revokes_own_access' : 'people.revokes_access'} />
        </li>
        {revokesAccess && (
          <li>
            <FormattedMessage id="people.revokes_links" values={{ links: share_links, invitations }} />
          </li>
        )}
        <li>
          <FormattedMessage id="people.stays" />
        </li>
        {items > 0 && (
          <li>
            <FormattedMessage
              id={isMe ? 'people.own_private_items' : 'people.private_items'}
              values={{ count: items }}
            />
          </li>
        )}
      </Consequences>
      {count > 0 && (
        <Notice tone="warning">
          {isMe ? (
            <FormattedMessage
              id="people.own_spaces_alone"
              values={{ count, names: spaces.map((one) => one.name).join(', ') }}
            />
          ) : (
            <FormattedMessage id="people.spaces_alone" values={{ count }} />
          )}
        </Notice>
      )}
    </Stack>
  );
}
