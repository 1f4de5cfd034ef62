import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Select } from '#components/ui/control.ts';
import { assignableRoles, type ItemRole } from '#lib/access/roles.ts';
import { asRole } from './roles.ts';

const Narrow = styled(Select)`
  width: auto;
  min-width: 128px;
`;

type RoleSelectProps = {
  /** The member's name, for screen readers. */
  label: string;
  value: ItemRole;
  roles: readonly ItemRole[];
  disabled?: boolean;
  onChange: (role: ItemRole) => void;
};

/** A select for a role, out of those that may be given. */
export function RoleSelect({ label, value, roles, disabled, onChange }: RoleSelectProps) {
  const intl = useIntl();
  return (
    <Narrow
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(asRole(event.target.value))}
    >
      {assignableRoles(roles, value).map((role) => (
        <option key={role} value={role}>
          {intl.formatMessage({ id: `space_people.role_${role}` })}
        </option>
      ))}
    </Narrow>
  );
}
