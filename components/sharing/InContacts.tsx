import NextLink from 'next/link';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { namedContacts } from '#lib/contacts/named-contacts.ts';
import type { MemberContact } from '#lib/contract/member-contacts.ts';
import { contactPath } from './contact-lists.ts';
import { ShortName } from './ShortName.ts';

type InContactsProps = { handle: string; contacts: readonly MemberContact[] };

/** In which contact lists somebody is, with a link to the person in each: the first lists, and the others on demand. */
export function InContacts({ handle, contacts }: InContactsProps) {
  const intl = useIntl();
  const [isWhole, setIsWhole] = useState(false);
  const { named, others } = namedContacts(contacts);
  const firstOther = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The button that had the focus is not there any more.
    if (isWhole) firstOther.current?.focus();
  }, [isWhole]);
  const shown = [...named, ...(isWhole ? others : [])].map((contact) => (
    <NextLink
      key={contact.item_id}
      ref={contact === others[0] ? firstOther : undefined}
      href={contactPath(handle, contact)}
      title={contact.title}
      prefetch={false}
    >
      <ShortName>{contact.title}</ShortName>
    </NextLink>
  ));
  const rest = others.length > 0 && !isWhole && (
    <Button key="rest" size="small" variant="link" onClick={() => setIsWhole(true)}>
      <FormattedMessage id="contacts.more_lists" values={{ count: others.length }} />
    </Button>
  );
  return (
    <span>
      <FormattedMessage
        id="contacts.in_lists"
        values={{ lists: intl.formatList(rest ? [...shown, rest] : shown, { type: 'conjunction' }) }}
      />
    </span>
  );
}
