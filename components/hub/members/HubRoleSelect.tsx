import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { Select } from '#components/ui/control.ts';
import { HUB_ROLES, type HubRole } from '#lib/access/roles.ts';
import { CONTROL } from '#styles/tokens.ts';

const Own = styled(Select)`
  width: auto;
  min-width: 124px;
  min-height: ${CONTROL.medium}px;
`;

type HubRoleSelectProps = {
  /** The user whose role it is, for screen readers. */
  label: string;
  value: HubRole;
  roles: readonly HubRole[];
  disabled?: boolean;
  onChange: (role: HubRole) => void;
};

/** A select for a hub role, out of those that may be given. */
export function HubRoleSelect({ label, value, roles, disabled, onChange }: HubRoleSelectProps) {
  const intl = useIntl();
  return (
    <Own
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(asHubRole(event.target.value))}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {intl.formatMessage({ id: `people.role_${role}` })}
        </option>
      ))}
    </Own>
  );
}

export const asHubRole = (value: string): HubRole => HUB_ROLES.find((role) => role === value) ?? 'guest';

/** The roles that a user may invite to: up to their own. */
export const rolesUpTo = (own: HubRole | null): HubRole[] =>
  own === null ? [] : HUB_ROLES.slice(HUB_ROLES.indexOf(own));
