import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import { peoplePath } from '#components/sharing/people-view.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { Member } from '#lib/contract/member.ts';

/** That a person of a contact list is a member of the hub, with a link to them there. */
export function MemberNote({ member }: { member: Member }) {
  const intl = useIntl();
  const { hub } = useShell();
  const role = intl.formatMessage({ id: `people.role_${member.role}` });
  return (
    <span>
      <NextLink href={peoplePath(hub?.domain_handle ?? '', { q: member.email })}>
        <FormattedMessage id="contacts.member" />
      </NextLink>{' '}
      <FormattedMessage id="contacts.member_role" values={{ role }} />
    </span>
  );
}
