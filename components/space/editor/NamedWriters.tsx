import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import type { WritingPerson } from '#lib/contract/document-writers.ts';
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

/** Without a picture they are shown by their initials, in the colour of their cursors. */
type Writer = Pick<WritingPerson, 'id' | 'name'> & Partial<WritingPerson> & { tint?: number | null };

type NamedWritersProps = {
  people: readonly Writer[];
  /** What is said of them. */
  message: 'item.writing_now' | 'editor.also_here';
};

/** Who else writes in a document, as faces with their names; read out when it changes. */
export function NamedWriters({ people, message }: NamedWritersProps) {
  const intl = useIntl();
  const shown = people.slice(0, SHOWN);
  const more = people.length - shown.length;
  return (
    <Line role="status" data-print="hidden">
      {shown.map(({ id, name, avatar_url: picture, tint }) => (
        <Avatar key={id} name={name} seed={id} tint={tint} src={picture} size={24} />
      ))}
      {people.length > 0 && (
        <FormattedMessage
          id={message}
          values={{ names: <bdi>{writerNames(intl, shown, more)}</bdi>, more, count: people.length }}
        />
      )}
    </Line>
  );
}
