import { Ban, Ellipsis, LogOut, UserCheck, UserMinus } from 'lucide-react';
import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { InContacts } from '#components/sharing/InContacts.tsx';
import { groupPath, personName } from '#components/sharing/people-view.ts';
import { ShortName } from '#components/sharing/ShortName.ts';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { IconButton } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EntryRow } from '#components/ui/EntryRow.tsx';
import { Menu, type MenuEntry } from '#components/ui/Menu.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { HubRole } from '#lib/access/roles.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { ChangeMemberRequest, Member } from '#lib/contract/member.ts';
import type { MemberContact } from '#lib/contract/member-contacts.ts';
import { messageOf } from '#services/http.ts';
import { changeMember } from '#services/members.ts';
import { HubRoleSelect } from './HubRoleSelect.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';

type MemberRowProps = {
  hub: Hub;
  member: Member;
  /** The same person in contact lists that the reader may see. */
  contacts?: readonly MemberContact[] | undefined;
  onChanged: (member: Member) => void;
  onRemoved: (id: string) => void;
};

type PendingAction = { act: 'role'; role: HubRole } | { act: 'suspend' } | { act: 'remove' } | null;

/** A member, with the role and other changes that the user may make; they are saved immediately. */
export function MemberRow({ hub, member, contacts = [], onChanged, onRemoved }: MemberRowProps) {
  const intl = useIntl();
  const [pendingAction, setPendingAction] = useState<PendingAction>(null);
  const name = personName(member);
  const may = (operation: string) => member.allowed.includes(operation);
  const close = () => setPendingAction(null);
  const { change, giveRole, reinstate } = useMemberChanges(hub, member, onChanged);

  const chooseRole = (role: HubRole) => {
    if (role === member.role) return;
    if (role === 'owner' || member.is_me) setPendingAction({ act: 'role', role });
    else void giveRole(role);
  };

  const entries: MenuEntry[] = [
    ...(may('member.suspend')
      ? [
          member.suspended
            ? {
                label: <FormattedMessage id="people.reinstate" />,
                icon: UserCheck,
                onSelect: () => void reinstate(),
              }
            : {
                label: <FormattedMessage id="people.suspend" />,
                icon: Ban,
                onSelect: () => setPendingAction({ act: 'suspend' }),
              },
        ]
      : []),
    ...(may('member.remove')
      ? [
          {
            label: <FormattedMessage id={member.is_me ? 'people.leave' : 'people.remove'} />,
            icon: member.is_me ? LogOut : UserMinus,
            danger: true,
            onSelect: () => setPendingAction({ act: 'remove' }),
          },
        ]
      : []),
  ];

  return (
    <EntryRow
      mark={<Avatar name={name} seed={member.id} src={member.avatar_url} size={36} />}
      name={name}
      badges={<MemberBadges member={member} />}
      notes={[
        name === member.email ? null : member.email,
        member.groups.length > 0 && <MemberGroups key="groups" hub={hub} member={member} />,
        contacts.length > 0 && <InContacts key="contacts" handle={hub.domain_handle} contacts={contacts} />,
      ]}
      aside={<Visits hub={hub} member={member} />}
      actions={
        <>
          {may('member.change_role') ? (
            <HubRoleSelect
              label={intl.formatMessage({ id: 'people.role_of' }, { name })}
              value={member.role}
              roles={member.roles}
              onChange={chooseRole}
            />
          ) : (
            <FormattedMessage id={`people.role_${member.role}`} />
          )}
          {entries.length > 0 && (
            <Menu entries={entries} align="end">
              {(trigger) => (
                <IconButton
                  {...trigger}
                  icon={Ellipsis}
                  label={intl.formatMessage({ id: 'people.acts' }, { name })}
                />
              )}
            </Menu>
          )}
          {pendingAction?.act === 'role' && (
            <ConfirmRole
              hub={hub}
              member={member}
              role={pendingAction.role}
              onClose={close}
              onConfirm={async () => {
                await change({ role: pendingAction.role });
                close();
              }}
            />
          )}
          {pendingAction?.act === 'suspend' && (
            <Confirm
              title={<FormattedMessage id="people.suspend_title" values={{ name: <bdi>{name}</bdi> }} />}
              text={<FormattedMessage id="people.suspend_text" />}
              submit={<FormattedMessage id="people.suspend" />}
              danger
              onClose={close}
              onConfirm={async () => {
                await change({ suspended: true });
                close();
              }}
            />
          )}
          {pendingAction?.act === 'remove' && (
            <RemoveDialog hub={hub} member={member} onClose={close} onRemoved={onRemoved} />
          )}
        </>
      }
    />
  );
}

/** The changes of a member, each with a message about its result. */
function useMemberChanges(hub: Hub, member: Member, onChanged: (member: Member) => void) {
  const intl = useIntl();
  const toast = useToast();
  const name = personName(member);
  const change = async (wanted: ChangeMemberRequest) =>
    onChanged((await changeMember(hub.domain_handle, member.id, wanted)).data);
  const giveRole = async (role: HubRole) => {
    // Optimistic; it is rolled back and reported if the server refuses.
    onChanged({ ...member, role });
    try {
      await change({ role });
      const text = intl.formatMessage({ id: `people.now_${role}` }, { name });
      toast({ tone: 'success', text });
    } catch (error) {
      onChanged(member);
      toast({ tone: 'error', text: messageOf(error) });
    }
  };
  const reinstate = async () => {
    try {
      await change({ suspended: false });
      toast({ tone: 'success', text: intl.formatMessage({ id: 'people.reinstated' }, { name }) });
    } catch (error) {
      toast({ tone: 'error', text: messageOf(error) });
    }
  };
  return { change, giveRole, reinstate };
}

function MemberBadges({ member }: { member: Member }) {
  return (
    <>
      {member.is_me && (
        <Badge tone="info">
          <FormattedMessage id="people.you" />
        </Badge>
      )}
      {member.suspended && (
        <Badge tone="warning">
          <FormattedMessage id="people.suspended" />
        </Badge>
      )}
    </>
  );
}

/** Groups that are named; the others are counted. */
const GROUPS_SHOWN = 3;

/** The groups that a member is in, each with its page. */
function MemberGroups({ hub, member }: { hub: Hub; member: Member }) {
  const intl = useIntl();
  const { groups } = member;
  const more = groups.length - GROUPS_SHOWN;
  const shown = groups.slice(0, GROUPS_SHOWN).map(({ id, name }) => (
    <NextLink key={id} href={groupPath(hub.domain_handle, id)} title={name}>
      <ShortName>{name}</ShortName>
    </NextLink>
  ));
  const rest = more > 0 ? intl.formatMessage({ id: 'people.more_groups' }, { count: more }) : [];
  return (
    <FormattedMessage
      id="people.in_groups"
      values={{ groups: intl.formatList([...shown, rest].flat(), { type: 'conjunction' }) }}
    />
  );
}

/** The time of the last visit, for users who may know it; otherwise the start of the membership. */
function Visits({ hub, member }: { hub: Hub; member: Member }) {
  if (!hub.allowed.includes('hub.change_members')) {
    return (
      <FormattedMessage id="people.joined" values={{ time: <RelativeTime value={member.joined_at} /> }} />
    );
  }
  return member.last_seen_at ? (
    <FormattedMessage id="people.seen" values={{ time: <RelativeTime value={member.last_seen_at} /> }} />
  ) : (
    <FormattedMessage id="people.never_seen" />
  );
}

type ConfirmRoleProps = {
  hub: Hub;
  member: Member;
  role: HubRole;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Requests confirmation of a role that the user can't revert alone: another owner, or a lower role for oneself. */
function ConfirmRole({ hub, member, role, onConfirm, onClose }: ConfirmRoleProps) {
  const intl = useIntl();
  const values = {
    name: <bdi>{personName(member)}</bdi>,
    hub: <bdi>{hub.name}</bdi>,
    role: intl.formatMessage({ id: `people.role_${role}` }),
  };
  const own = member.is_me;
  return (
    <Confirm
      title={<FormattedMessage id={own ? 'people.own_role_title' : 'people.owner_title'} values={values} />}
      text={<FormattedMessage id={own ? 'people.own_role_text' : 'people.owner_text'} values={values} />}
      submit={<FormattedMessage id={own ? 'people.own_role_submit' : 'people.owner_submit'} />}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
