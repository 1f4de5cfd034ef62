import { Globe, Lock, Mail, ShieldCheck, Users, X } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { IconButton } from '#components/ui/Button.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { CopyLink } from '#components/ui/CopyLink.tsx';
import { Select } from '#components/ui/control.ts';
import { EntryList, EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { VisibilityChip } from '#components/ui/VisibilityChip.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import { VISIBILITIES } from '#lib/access/roles.ts';
import type { AccessReason, ResourceAccess } from '#lib/contract/access.ts';
import { space } from '#styles/tokens.ts';
import { AccessReasonText, reasonKey } from './AccessReasonText.tsx';
import { AddGrant } from './AddGrant.tsx';
import { GrantedGroups } from './GrantedGroups.tsx';
import { Panel } from './Panel.tsx';
import { RoleOptions } from './RoleOptions.tsx';
import type { AccessControl } from './use-access.ts';

const Found = styled.div`
  display: grid;
  gap: ${space(3)};
`;

const VISIBILITY_MESSAGES = {
  public: ['sharing.public', 'sharing.public_text'],
  shared: ['sharing.shared', 'sharing.shared_text'],
  private: ['sharing.private', 'sharing.private_text'],
} as const;

type Line = ResourceAccess['people'][number];

/** The visibility and members of an item or a form; each change is saved immediately. */
export function AccessPanel({ control }: { control: AccessControl }) {
  const intl = useIntl();
  const { access, problem, invitations, change } = control;
  const { people, groups, invited } = access;
  const named = people.filter(
    (line) => line.own_role !== null || line.reasons.some(({ code }) => code === 'creator'),
  );
  // Not the people of a group that is listed itself.
  const above = people.filter(
    (line) =>
      !named.includes(line) &&
      line.reasons.some(({ code, source }) => isByName(code) && !(code === 'group' && source.is_this)),
  );

  return (
    <Panel>
      {problem && <Notice tone="error">{problem}</Notice>}
      <AddGrant control={control} />
      {invitations.length > 0 && (
        <Found>
          {invitations.map(({ email, link, message, status }) =>
            status === 'refused' ? (
              <Notice key={email} tone="error">
                <bdi>{email}</bdi>: {message}
              </Notice>
            ) : link ? (
              <CopyLink
                key={email}
                link={link}
                label={intl.formatMessage({ id: 'sharing.invitation_for' }, { email })}
                labelShown
              />
            ) : null,
          )}
        </Found>
      )}
      {(named.length > 0 || invited.length > 0) && (
        <section>
          <h3>
            <FormattedMessage id="sharing.people" />
          </h3>
          <EntryList>
            {named.map((line) => (
              <NamedPerson key={line.person.id} line={line} control={control} />
            ))}
            {invited.map(({ email, role }) => (
              <InvitedPerson key={email} email={email} role={role} control={control} />
            ))}
          </EntryList>
        </section>
      )}
      <GrantedGroups control={control} />
      <ChoiceGroup
        legend={<FormattedMessage id="sharing.general" />}
        name="visibility"
        value={access.visibility}
        options={VISIBILITIES.map((value) => {
          const [label, help] = VISIBILITY_MESSAGES[value];
          return { value, label: <FormattedMessage id={label} />, help: <FormattedMessage id={help} /> };
        })}
        onChange={(visibility) => void change({ visibility })}
      />
      {access.effective_visibility !== access.visibility && (
        <p role="status">
          <FormattedMessage
            id="sharing.effective"
            values={{ chip: <VisibilityChip visibility={access.effective_visibility} /> }}
          />
        </p>
      )}
      {(groups.length > 0 || above.length > 0) && (
        <section>
          <h3>
            <FormattedMessage id="sharing.also" />
          </h3>
          <EntryList>
            {groups.map((reason) => (
              <EntryRow
                key={`${reason.code}${reason.source.id}`}
                mark={<RoundMark aria-hidden>{GROUP_ICONS[reason.code]}</RoundMark>}
                name={<FormattedMessage id={groupName(reason.code)} />}
                notes={[<AccessReasonText key="reason" reason={reason} />]}
                actions={<FormattedMessage id={`sharing.role_${reason.role}`} />}
              />
            ))}
            {above.map((line) => (
              <EntryRow
                key={line.person.id}
                {...personOf(line)}
                notes={[<Reasons key="reasons" line={line} />]}
                actions={<FormattedMessage id={`sharing.role_${line.role}`} />}
              />
            ))}
          </EntryList>
        </section>
      )}
    </Panel>
  );
}

type InvitedPersonProps = Pick<ResourceAccess['invited'][number], 'email' | 'role'> & {
  control: AccessControl;
};

/** Somebody who gets a role with their account. */
function InvitedPerson({ email, role, control }: InvitedPersonProps) {
  const intl = useIntl();
  const { access, busy, change } = control;
  return (
    <EntryRow
      mark={
        <RoundMark aria-hidden>
          <Mail size={16} />
        </RoundMark>
      }
      name={email}
      notes={[<FormattedMessage key="role" id={`sharing.role_${role}`} />]}
      actions={
        <>
          <Badge tone="info">
            <FormattedMessage id="sharing.invited" />
          </Badge>
          <IconButton
            icon={X}
            disabled={busy || !access.grantable.includes(role)}
            label={intl.formatMessage({ id: 'sharing.remove' }, { name: email })}
            onClick={() => void change({ people: control.peopleWith({ email, role: null }) })}
          />
        </>
      }
    />
  );
}

const isByName = (code: AccessReason['code']) => code === 'by_name' || code === 'group' || code === 'creator';

const GROUP_ICONS: Partial<Record<string, ReactNode>> = {
  public: <Globe size={16} />,
  member: <Users size={16} />,
  admin: <ShieldCheck size={16} />,
  creator: <Lock size={16} />,
};

function groupName(code: string) {
  if (code === 'public') return 'sharing.group_public' as const;
  return code === 'admin' ? ('sharing.group_admin' as const) : ('sharing.group_member' as const);
}

function personOf({ person }: Line) {
  const name = person.name || (person.email ?? '');
  return {
    mark: <Avatar name={name} seed={person.id} src={person.avatar_url} size={36} />,
    name,
  };
}

function Reasons({ line }: { line: Line }) {
  return line.reasons.map((reason, index) => (
    <Fragment key={reasonKey(reason)}>
      {index > 0 && ' · '}
      <AccessReasonText reason={reason} />
    </Fragment>
  ));
}

function NamedPerson({ line, control }: { line: Line; control: AccessControl }) {
  const intl = useIntl();
  const { user } = useAuth();
  const { access, busy, change, peopleWith } = control;
  const { person, own_role, changeable } = line;
  const { mark, name } = personOf(line);
  return (
    <EntryRow
      mark={mark}
      name={
        person.id === user?.id ? (
          <FormattedMessage id="sharing.you" values={{ name: <bdi>{name}</bdi> }} />
        ) : (
          name
        )
      }
      notes={[<Reasons key="reasons" line={line} />]}
      actions={
        own_role !== null && changeable ? (
          <>
            <Select
              aria-label={intl.formatMessage({ id: 'sharing.role_of' }, { name })}
              value={own_role}
              disabled={busy}
              onChange={(event) => {
                const role = access.grantable.find((one) => one === event.target.value);
                if (role) void change({ people: peopleWith({ user_id: person.id, role }) });
              }}
            >
              <RoleOptions roles={access.grantable} current={own_role} />
            </Select>
            <IconButton
              icon={X}
              disabled={busy}
              label={intl.formatMessage({ id: 'sharing.remove' }, { name })}
              onClick={() => void change({ people: peopleWith({ user_id: person.id, role: null }) })}
            />
          </>
        ) : (
          <FormattedMessage id={`sharing.role_${line.role}`} />
        )
      }
    />
  );
}
