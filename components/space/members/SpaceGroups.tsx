import { UserMinus, Users } from 'lucide-react';
import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { groupPath } from '#components/sharing/people-view.ts';
import { IconButton } from '#components/ui/Button.tsx';
import { Confirm } from '#components/ui/Confirm.tsx';
import { EntryList, EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { ITEM_ROLES, type ItemRole } from '#lib/access/roles.ts';
import type { SpaceGroup } from '#lib/contract/space-member.ts';
import { addSpaceMember, removeSpaceGroup } from '#services/space-members.ts';
import { RoleSelect } from './RoleSelect.tsx';

type SpaceGroupsProps = {
  handle: string;
  slug: string;
  groups: readonly SpaceGroup[];
  mayChange: boolean;
  onChanged: (group: SpaceGroup) => void;
  onRemoved: (id: string) => void;
};

/** The groups of a space with their roles; nothing where there are none. */
export function SpaceGroups({ handle, slug, groups, mayChange, onChanged, onRemoved }: SpaceGroupsProps) {
  const intl = useIntl();
  const toast = useToast();
  const [removing, setRemoving] = useState<SpaceGroup | null>(null);
  if (groups.length === 0) return null;

  const setRole = async (group: SpaceGroup, role: ItemRole) => {
    onChanged({ ...group, role });
    try {
      await addSpaceMember(slug, { group_id: group.id, role });
      const values = { name: group.name, role };
      toast({ tone: 'success', text: <FormattedMessage id="space_people.role_changed" values={values} /> });
    } catch (error) {
      onChanged(group);
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  return (
    <>
      <EntryList aria-label={intl.formatMessage({ id: 'space_people.groups' })}>
        {groups.map((group) => (
          <EntryRow
            key={group.id}
            mark={
              <RoundMark aria-hidden>
                <Users size={16} />
              </RoundMark>
            }
            name={
              <NextLink href={groupPath(handle, group.id)}>
                <bdi>{group.name}</bdi>
              </NextLink>
            }
            notes={[
              <FormattedMessage key="people" id="groups.people" values={{ count: group.members_count }} />,
            ]}
            actions={
              mayChange ? (
                <>
                  <RoleSelect
                    label={intl.formatMessage({ id: 'space_people.role_of' }, { name: group.name })}
                    value={group.role}
                    roles={ITEM_ROLES}
                    onChange={(role) => void setRole(group, role)}
                  />
                  <IconButton
                    icon={UserMinus}
                    label={intl.formatMessage({ id: 'space_people.remove' }, { name: group.name })}
                    onClick={() => setRemoving(group)}
                  />
                </>
              ) : (
                <FormattedMessage id={`space_people.role_${group.role}`} />
              )
            }
          />
        ))}
      </EntryList>
      {removing && (
        <Confirm
          title={
            <FormattedMessage
              id="space_people.group_remove_title"
              values={{ name: <bdi>{removing.name}</bdi> }}
            />
          }
          text={
            <FormattedMessage
              id="space_people.group_remove_text"
              values={{ count: removing.members_count }}
            />
          }
          submit={<FormattedMessage id="space_people.remove_submit" />}
          danger
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            await removeSpaceGroup(slug, removing.id);
            setRemoving(null);
            onRemoved(removing.id);
            const values = { name: removing.name };
            toast({ text: <FormattedMessage id="space_people.group_removed" values={values} /> });
          }}
        />
      )}
    </>
  );
}
