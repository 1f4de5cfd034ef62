import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { useWritersNow } from '#context/writers-now.ts';
import { color, space } from '#styles/tokens.ts';
import { writerNames } from './writer-names.ts';

/** Faces and names at most; the rest is a number. */
const SHOWN = 5;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};
  color: ${color('quiet')};
  font-size: 13px;
  overflow-wrap: anywhere;

  &:empty {
    display: none;
  }
`;

/** Who else writes in the document that is read here, live. */
export function WritersLine({ id, slug }: { id: string; slug: string }) {
  const intl = useIntl();
  const people = useWritersNow(slug).get(id) ?? [];
  const shown = people.slice(0, SHOWN);
  return (
    <Line role="status">
      {shown.map((person) => (
        <Avatar key={person.id} name={person.name} seed={person.id} src={person.avatar_url} size={24} />
      ))}
      {people.length > 0 && (
        <FormattedMessage
          id="item.writing_now"
          values={{
            names: <bdi>{writerNames(intl, shown, people.length - shown.length)}</bdi>,
            more: people.length - shown.length,
            count: people.length,
          }}
        />
      )}
    </Line>
  );
}
