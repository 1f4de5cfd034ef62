import { Mail, Phone } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { displayPhone } from '#lib/fields/phone-data.ts';
import { phoneAddress } from '#lib/fields/phone-number.ts';
import { CONTROL, color, radius } from '#styles/tokens.ts';

const IconLink = styled.a`
  display: grid;
  flex: none;
  place-items: center;
  width: ${CONTROL.medium}px;
  height: ${CONTROL.medium}px;
  border-radius: ${radius('control')};
  color: ${color('quiet')};

  &:hover {
    background: ${color('hover')};
    color: ${color('text')};
  }
`;

const mailHref = (email: string) => `mailto:${encodeURIComponent(email)}`;

type ContactLinksProps = { name: string; email: string; phone: string };

/** Links to write to and to call somebody, as icons; none for what is unknown. */
export function ContactLinks({ name, email, phone }: ContactLinksProps) {
  const intl = useIntl();
  return (
    <>
      {email && (
        <IconLink
          href={mailHref(email)}
          title={email}
          aria-label={intl.formatMessage({ id: 'contacts.mail' }, { name })}
        >
          <Mail aria-hidden size={18} strokeWidth={1.75} />
        </IconLink>
      )}
      {phone && (
        <IconLink
          href={phoneAddress(phone)}
          title={phone}
          aria-label={intl.formatMessage({ id: 'contacts.call' }, { name })}
        >
          <Phone aria-hidden size={18} strokeWidth={1.75} />
        </IconLink>
      )}
    </>
  );
}

/** A stored number as it is written in the hub's country, as a link that calls it. */
export function PhoneLink({ phone, country }: { phone: string; country: string | null }) {
  return (
    <a href={phoneAddress(phone)} dir="ltr" title={phone}>
      {displayPhone(phone, country)}
    </a>
  );
}
