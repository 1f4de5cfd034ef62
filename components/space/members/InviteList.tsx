import { FormattedMessage, useIntl } from 'react-intl';
import { Avatar } from '#components/ui/Avatar.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Section } from '#components/ui/Section.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { SpaceInvite } from '#lib/contract/space-member.ts';
import { revokeSpaceInvite } from '#services/space-members.ts';
import { RowButton } from './PeopleList.tsx';

type InviteListProps = {
  slug: string;
  invites: readonly SpaceInvite[];
  mayWithdraw: boolean;
  onWithdrawn: (id: string) => void;
};

/** Pending invites to the space. */
export function InviteList({ slug, invites, mayWithdraw, onWithdrawn }: InviteListProps) {
  const intl = useIntl();
  const toast = useToast();
  if (invites.length === 0) return null;
  const withdraw = async ({ id, email }: SpaceInvite) => {
    try {
      await revokeSpaceInvite(slug, id);
      onWithdrawn(id);
      toast({ text: <FormattedMessage id="space_people.withdrawn" values={{ email }} /> });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  return (
    <Section title={<FormattedMessage id="space_people.invites" />}>
      <EntryList>
        {invites.map((invite) => (
          <EntryRow
            key={invite.id}
            mark={<Avatar name={invite.email} seed={invite.id} size={36} />}
            name={invite.email}
            notes={[
              <>
                <FormattedMessage id={`space_people.role_${invite.role}`} />
                {' · '}
                <FormattedMessage
                  id="space_people.invited_by"
                  values={{ name: <bdi>{invite.invited_by}</bdi> }}
                />
              </>,
            ]}
            actions={
              mayWithdraw && (
                <RowButton
                  label={intl.formatMessage({ id: 'space_people.withdraw' }, { email: invite.email })}
                  short="space_people.withdraw_short"
                  onClick={() => void withdraw(invite)}
                />
              )
            }
          />
        ))}
      </EntryList>
    </Section>
  );
}
