import { useQuery } from '@tanstack/react-query';
import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import { peoplePath } from '#components/sharing/people-view.ts';
import { loadedPage } from '#context/list-error.ts';
import { useShell } from '#context/ShellContext.tsx';
import { findPeople } from '#services/sharing.ts';

/** That a member of the hub has this address, for readers who may see its members. */
export function MemberNote({ email }: { email: string }) {
  const intl = useIntl();
  const { hub } = useShell();
  const handle = hub?.domain_handle ?? '';
  const { data: members = [] } = useQuery({
    queryKey: ['members', handle, email],
    queryFn: async ({ signal }) => loadedPage(await findPeople(handle, email, signal)).data,
    enabled: hub !== null && hub.role !== 'guest',
    retry: false,
  });
  const member = members.find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (!member) return null;
  const role = intl.formatMessage({ id: `people.role_${member.role}` });
  return (
    <p>
      <NextLink href={peoplePath(handle, { q: email })}>
        <FormattedMessage id="contacts.member" />
      </NextLink>{' '}
      <FormattedMessage id="contacts.member_role" values={{ role }} />
    </p>
  );
}
