import type { BasicSettings } from '#lib/contract/core.ts';

type Roles = BasicSettings['profile_roles'];

/** Options of a native select: job titles, grouped by department, in the server's order. */
export function ProfileRoleOptions({ roles }: { roles: Roles }) {
  const departments = new Map<string, Roles>();
  for (const role of roles) {
    departments.set(role.department, [...(departments.get(role.department) ?? []), role]);
  }
  return [...departments].map(([department, titles]) => (
    <optgroup key={department} label={department}>
      {titles.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </optgroup>
  ));
}
