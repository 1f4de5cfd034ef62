import { useIntl } from 'react-intl';
import { assignableRoles, type ItemRole } from '#lib/access/roles.ts';

/** The options of a select for a role on an item or a form, the weakest first. */
export function RoleOptions({ roles, current }: { roles: readonly ItemRole[]; current?: ItemRole }) {
  const intl = useIntl();
  return assignableRoles(roles, current)
    .reverse()
    .map((role) => (
      <option key={role} value={role}>
        {intl.formatMessage({ id: `sharing.role_${role}` })}
      </option>
    ));
}
