import { useIntl } from 'react-intl';
import { personName } from '#components/sharing/people-view.ts';
import { useMemberNames } from '#components/sharing/use-member-names.ts';
import { loadedPage } from '#context/list-error.ts';
import { useShell } from '#context/ShellContext.tsx';
import { ME } from '#lib/fields/filter-kind.ts';
import { findPeople } from '#services/sharing.ts';
import { ManySelect } from './ManySelect.tsx';

type PeopleSelectProps = {
  label: string;
  chosen: readonly string[];
  isSingle: boolean;
  onChange: (ids: string[]) => void;
};

/** A select for members of the hub by their names, and for the reader. */
export function PeopleSelect({ label, chosen, isSingle, onChange }: PeopleSelectProps) {
  const intl = useIntl();
  const { hub } = useShell();
  const handle = hub?.domain_handle ?? '';
  const me = { id: ME, name: intl.formatMessage({ id: 'table.filter_me' }) };
  const names = useMemberNames(chosen.filter((id) => id !== ME));
  return (
    <ManySelect
      label={label}
      chosen={chosen}
      isSingle={isSingle}
      names={names}
      first={[me]}
      of={['people', handle, 'filter']}
      search={async (q, signal) =>
        loadedPage(await findPeople(handle, q, signal)).data.map((one) => ({
          id: one.id,
          name: personName(one),
        }))
      }
      restricted={intl.formatMessage({ id: 'table.restricted' })}
      onChange={onChange}
    />
  );
}
