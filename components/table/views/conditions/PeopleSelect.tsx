import { useQueries } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { loadedPage } from '#context/list-error.ts';
import { useShell } from '#context/ShellContext.tsx';
import { ME } from '#lib/fields/filter-kind.ts';
import { getMember } from '#services/members.ts';
import { findPeople } from '#services/sharing.ts';
import { ManySelect } from './ManySelect.tsx';

type PeopleSelectProps = {
  label: string;
  chosen: readonly string[];
  isSingle: boolean;
  onChange: (ids: string[]) => void;
};

const nameOf = ({ first_name, last_name, email }: { first_name: string; last_name: string; email: string }) =>
  `${first_name} ${last_name}`.trim() || email;

/** A select for members of the hub by their names, and for whoever reads. */
export function PeopleSelect({ label, chosen, isSingle, onChange }: PeopleSelectProps) {
  const intl = useIntl();
  const { hub } = useShell();
  const handle = hub?.domain_handle ?? '';
  const me = { id: ME, name: intl.formatMessage({ id: 'table.filter_me' }) };
  const names = useQueries({
    queries: chosen
      .filter((id) => id !== ME)
      .map((id) => ({
        queryKey: ['member', handle, id],
        queryFn: ({ signal }: { signal: AbortSignal }) => getMember(handle, id, signal),
        enabled: handle !== '',
        retry: false,
      })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ? [[data.data.id, nameOf(data.data)] as const] : []))),
  });
  return (
    <ManySelect
      label={label}
      chosen={chosen}
      isSingle={isSingle}
      names={names}
      first={[me]}
      of={['people', handle, 'filter']}
      search={async (q, signal) =>
        loadedPage(await findPeople(handle, q, signal)).data.map((one) => ({ id: one.id, name: nameOf(one) }))
      }
      restricted={intl.formatMessage({ id: 'table.restricted' })}
      onChange={onChange}
    />
  );
}
