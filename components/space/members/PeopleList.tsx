import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { personName } from '#components/sharing/people-view.ts';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { ITEM_ROLES, type ItemRole } from '#lib/access/roles.ts';
import type { SpaceMember } from '#lib/contract/space-member.ts';
import { changeSpaceMember, removeSpaceMember } from '#services/space-members.ts';
import { RoleSelect } from './RoleSelect.tsx';

type PeopleListProps = {
  slug: string;
  members: SpaceMember[];
  /** The user's own id. */
  me: string;
  /** Whether the user may change roles and remove members. */
  mayChange: boolean;
  onChanged: (member: SpaceMember) => void;
  onRemoved: (userId: string) => void;
};

/** The members of a space with their roles, and how they got access. */
export function PeopleList({ slug, members, me, mayChange, onChanged, onRemoved }: PeopleListProps) {
  const intl = useIntl();
  const toast = useToast();
  const [removing, setRemoving] = useState<SpaceMember | null>(null);

  const setRole = async (member: SpaceMember, role: ItemRole) => {
    onChanged({ ...member, role });
    try {
      const { data } = await changeSpaceMember(slug, member.user.id, { role });
      onChanged(data);
      const values = { name: personName(member.user), role };
      toast({ tone: 'success', text: <FormattedMessage id="space_people.role_changed" values={values} /> });
    } catch (error) {
      onChanged(member);
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  return (
    <>
      <EntryList aria-label={intl.formatMessage({ id: 'space_people.people' })}>
        {members.map((member) => {
          const name = personName(member.user);
          return (
            <EntryRow
              key={member.user.id}
              mark={<Avatar name={name} seed={member.user.id} size={36} />}
              name={name}
              badges={<Marks member={member} me={me} />}
              notes={[
                member.user.email !== name && member.user.email,
                <FormattedMessage
                  key="reason"
                  id={`space_people.reason_${member.reason}`}
                  values={{
                    name: (
                      <bdi>
                        {member.added_by?.name || intl.formatMessage({ id: 'space_people.somebody' })}
                      </bdi>
                    ),
                  }}
                />,
              ]}
              actions={
                mayChange ? (
                  <>
                    <RoleSelect
                      label={intl.formatMessage({ id: 'space_people.role_of' }, { name })}
                      value={member.role}
                      roles={ITEM_ROLES}
                      onChange={(role) => void setRole(member, role)}
                    />
                    {member.user.id !== me && (
                      <IconButton
                        icon={UserMinus}
                        label={intl.formatMessage({ id: 'space_people.remove' }, { name })}
                        onClick={() => setRemoving(member)}
                      />
                    )}
                  </>
                ) : (
                  <FormattedMessage id={`space_people.role_${member.role}`} />
                )
              }
            />
          );
        })}
      </EntryList>
      {removing && (
        <Confirm
          title={
            <FormattedMessage
              id="space_people.remove_title"
              values={{ name: <bdi>{personName(removing.user)}</bdi> }}
            />
          }
          text={<FormattedMessage id="space_people.remove_text" />}
          submit={<FormattedMessage id="space_people.remove_submit" />}
          danger
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await removeSpaceMember(slug, removing.user.id);
            setRemoving(null);
            onRemoved(removing.user.id);
            const name = personName(removing.user);
            toast({ text: <FormattedMessage id="space_people.removed" values={{ name }} /> });
          }}
        />
      )}
    </>
  );
}

function Marks({ member, me }: { member: SpaceMember; me: string }) {
  return (
    <>
      {member.user.id === me && (
        <Badge tone="info">
          <FormattedMessage id="space_people.you" />
        </Badge>
      )}
      {member.hub_role === 'guest' && (
        <Badge tone="warning">
          <FormattedMessage id="space_people.guest" />
        </Badge>
      )}
      {member.suspended && (
        <Badge tone="error">
          <FormattedMessage id="space_people.suspended" />
        </Badge>
      )}
    </>
  );
}

/** A button of a row, with the member's name for screen readers. */
export function RowButton(props: {
  label: string;
  short: 'space_people.approve_short' | 'space_people.reject_short' | 'space_people.withdraw_short';
  primary?: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      size="small"
      variant={props.primary ? 'primary' : 'plain'}
      aria-label={props.label}
      onClick={props.onClick}
    >
      <FormattedMessage id={props.short} />
    </Button>
  );
}
