import { Users, X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#components/ui/Button.tsx';
import { Select } from '#components/ui/control.ts';
import { EntryList, EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { RoleOptions } from './RoleOptions.tsx';
import type { AccessControl } from './use-access.ts';

/** The groups of the hub that an item or a form itself grants a role; each change is saved immediately. */
export function GrantedGroups({ control }: { control: AccessControl }) {
  const intl = useIntl();
  const { access, busy, change, peopleWith } = control;
  if (access.granted_groups.length === 0) return null;
  return (
    <section>
      <h3>
        <FormattedMessage id="sharing.granted_groups" />
      </h3>
      <EntryList>
        {access.granted_groups.map(
          ({ id: group_id, name: known, members_count: count, role, changeable }) => {
            const name = known ?? intl.formatMessage({ id: 'sharing.hidden_group' });
            return (
              <EntryRow
                key={group_id}
                mark={
                  <RoundMark aria-hidden>
                    <Users size={16} />
                  </RoundMark>
                }
                name={name}
                notes={[<FormattedMessage key="count" id="groups.people" values={{ count }} />]}
                actions={
                  // A guest doesn't know the group, and can't take it away either.
                  changeable && known !== null ? (
                    <>
                      <Select
                        aria-label={intl.formatMessage({ id: 'sharing.role_of' }, { name })}
                        value={role}
                        disabled={busy}
                        onChange={({ target }) => {
                          const wanted = access.grantable.find((one) => one === target.value);
                          if (wanted) void change({ people: peopleWith({ group_id, role: wanted }) });
                        }}
                      >
                        <RoleOptions roles={access.grantable} current={role} />
                      </Select>
                      <IconButton
                        icon={X}
                        disabled={busy}
                        label={intl.formatMessage({ id: 'sharing.remove' }, { name })}
                        onClick={() => void change({ people: peopleWith({ group_id, role: null }) })}
                      />
                    </>
                  ) : (
                    <FormattedMessage id={`sharing.role_${role}`} />
                  )
                }
              />
            );
          },
        )}
      </EntryList>
    </section>
  );
}
