import { type ComponentType, startTransition, useEffect, useRef, useState } from 'react';
import { Select } from '#components/ui/control.ts';
import { Field } from '#components/ui/Field.tsx';
import type { BasicSettings } from '#lib/contract/core.ts';
import { ANTD_CSS_ADDRESS } from '#styles/antd-address.ts';
import { ProfileRoleOptions } from './ProfileRoleOptions.tsx';
import type { RoleSelectProps } from './ProfileRoleSelect.tsx';

type ProfileRoleFieldProps = {
  roles: BasicSettings['profile_roles'];
  label: string;
  /** Placeholder while nothing is selected. */
  choose: string;
  name: string;
  value: string;
  error?: string | null | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

/**
 * A job title out of many: a native select first (and always on touch screens, whose own picker is better, and without
 * scripts), then one that can be searched.
 */
export function ProfileRoleField({
  roles,
  label,
  choose,
  name,
  value,
  error,
  onChange,
}: ProfileRoleFieldProps) {
  const native = useRef<HTMLSelectElement>(null);
  const Searchable = useSearchable(native);
  return (
    <Field label={label} error={error} required>
      {(control) =>
        Searchable ? (
          <Searchable
            {...control}
            roles={roles}
            placeholder={choose}
            value={value}
            onChoose={(code) => onChange({ target: { value: code } })}
          />
        ) : (
          <Select {...control} ref={native} name={name} value={value} onChange={onChange}>
            <option value="">{choose}</option>
            <ProfileRoleOptions roles={roles} />
          </Select>
        )
      }
    </Field>
  );
}

/** The searchable select once its code and CSS are loaded; it never replaces a select that is in use. */
function useSearchable(native: { readonly current: HTMLSelectElement | null }) {
  const [Searchable, setSearchable] = useState<ComponentType<RoleSelectProps> | null>(null);
  useEffect(() => {
    if (!window.matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    const abort = new AbortController();
    const take = (loaded: ComponentType<RoleSelectProps>) => {
      const select = native.current;
      if (abort.signal.aborted) return;
      if (select && select === document.activeElement) {
        select.addEventListener('blur', () => take(loaded), { once: true, signal: abort.signal });
        return;
      }
      // Only a transition waits for the style sheet, which is in the browser's cache by now.
      startTransition(() => setSearchable(() => loaded));
    };
    Promise.all([import('./ProfileRoleSelect.tsx'), fetch(ANTD_CSS_ADDRESS, { signal: abort.signal })]).then(
      ([module]) => take(module.ProfileRoleSelect),
      (error: unknown) => {
        if (!abort.signal.aborted) console.warn('The searchable list of titles did not load', error);
      },
    );
    return () => abort.abort();
  }, [native]);
  return Searchable;
}
