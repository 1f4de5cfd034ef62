import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { LabelChips } from '#components/table/contacts/labels/LabelChips.tsx';
import { Avatar } from '#components/ui/Avatar.tsx';
import { color, radius, space } from '#styles/tokens.ts';
import { PhoneLink } from './ContactLinks.tsx';
import { type ContactEntryProps, contactEntry, NameButton } from './ContactRow.tsx';
import { MemberNote } from './MemberNote.tsx';
import { PersonCheck } from './PersonCheck.tsx';

const Card = styled.li`
  display: flex;
  gap: ${space(3)};
  min-width: 0;
  padding: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  > div {
    display: grid;
    gap: 2px;
    align-content: start;
    min-width: 0;
    font-size: 13px;
  }

  p {
    color: ${color('quiet')};
    overflow-wrap: anywhere;
  }
`;

const Name = styled(NameButton)`
  display: -webkit-box;
  overflow: hidden;
  font-size: 14px;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const Corner = styled.span`
  flex: none;
  margin-inline-start: auto;
`;

/** A person on a card: how to reach them, and what they do. */
export function ContactCard(props: ContactEntryProps) {
  const { row, member, country, onOpen, labels, selection } = props;
  const { name, email, phone, work, photo } = contactEntry(props);
  return (
    <Card>
      <Avatar name={name} seed={row.id} src={photo} size={48} />
      <div>
        <Name type="button" onClick={() => onOpen(row.id)}>
          <bdi>{name || <FormattedMessage id="contacts.nameless" />}</bdi>
        </Name>
        {work && <p dir="auto">{work}</p>}
        {email && (
          <p>
            <a href={`mailto:${encodeURIComponent(email)}`} dir="ltr">
              {email}
            </a>
          </p>
        )}
        {phone && (
          <p>
            <PhoneLink phone={phone} country={country} />
          </p>
        )}
        {member && (
          <p>
            <MemberNote member={member} />
          </p>
        )}
        <LabelChips labels={labels} />
      </div>
      {selection && (
        <Corner>
          <PersonCheck {...selection} name={name} />
        </Corner>
      )}
    </Card>
  );
}
