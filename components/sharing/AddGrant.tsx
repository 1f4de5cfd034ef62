import { type FormEvent, type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { useAuth } from '#context/AuthProvider.tsx';
import type { ItemRole } from '#lib/access/roles.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { below, space } from '#styles/tokens.ts';
import { NO_PERSON, PersonPicker } from './PersonPicker.tsx';
import { RoleOptions } from './RoleOptions.tsx';
import type { AccessControl } from './use-access.ts';
import { peopleOfHub, withGroupsOfHub } from './use-people-search.ts';

const Adding = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 150px auto;
  gap: ${space(2)};
  align-items: start;

  > button {
    margin-top: 25px;
  }

  ${below('sm')} {
    grid-template-columns: minmax(0, 1fr) auto;

    > :first-child {
      grid-column: 1 / -1;
    }
  }
`;

/** Grants a role to a member or a group of the hub by name, or to an address, which is invited. */
export function AddGrant({ control }: { control: AccessControl }) {
  const intl = useIntl();
  const { user } = useAuth();
  const { access, busy, change, peopleWith } = control;
  const [picked, setPicked] = useState(NO_PERSON);
  const [role, setRole] = useState<ItemRole>('viewer');
  const [error, setError] = useState<ReactNode>(null);
  const handle = access.hub.domain_handle;
  const belongs = user?.organization_list.find((hub) => hub.domain_handle === handle);
  const isGuest = !belongs || belongs.role === 'guest';
  const without = new Set([
    ...access.people.flatMap((line) => (line.own_role === null ? [] : line.person.id)),
    ...access.granted_groups.map(({ id }) => id),
  ]);

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const text = picked.text.trim();
    if (!picked.id && (text === '' || emailProblem(text))) {
      return setError(<FormattedMessage id="sharing.add_unknown" />);
    }
    setError(null);
    const { id, isGroup } = picked;
    const who = id === null ? { email: text } : isGroup ? { group_id: id } : { user_id: id };
    if (await change({ people: peopleWith({ ...who, role }) })) setPicked(NO_PERSON);
  };

  return (
    <Adding noValidate method="post" onSubmit={(event) => void add(event)}>
      <PersonPicker
        label={<FormattedMessage id={isGuest ? 'sharing.add' : 'sharing.add_people_or_groups'} />}
        help={<FormattedMessage id={isGuest ? 'sharing.add_help_guest' : 'sharing.add_help'} />}
        error={error}
        source={isGuest ? null : withGroupsOfHub(handle, peopleOfHub(handle))}
        without={without}
        value={picked}
        onChange={setPicked}
      />
      <SelectField
        label={<FormattedMessage id="sharing.role" />}
        required
        value={role}
        aria-label={intl.formatMessage({ id: 'sharing.role' })}
        onChange={(event) => setRole(access.grantable.find((one) => one === event.target.value) ?? 'viewer')}
      >
        <RoleOptions roles={access.grantable} />
      </SelectField>
      <Button type="submit" variant="primary" busy={busy}>
        <FormattedMessage id="sharing.add_button" />
      </Button>
    </Adding>
  );
}
