import { useCallback, useRef, useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import type { DocumentPresence } from '#services/document-presence.ts';
import { color, space } from '#styles/tokens.ts';

/** Faces that are shown at most; the rest is a number. */
const SHOWN = 5;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};
  color: ${color('quiet')};
  font-size: 13px;

  &:empty {
    display: none;
  }
`;

type Person = { id: string; name: string };

function peopleIn(presence: DocumentPresence): Person[] {
  const people = new Map<string, Person>();
  for (const { user } of presence.getStates().values()) if (user.name) people.set(user.id || user.name, user);
  return [...people.values()];
}

/** Who else has the document open to write in it. */
export function OtherWriters({ presence }: { presence: DocumentPresence }) {
  const last = useRef<Person[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      presence.on('change', listener);
      return () => presence.off('change', listener);
    },
    [presence],
  );
  const snapshot = () => {
    const now = peopleIn(presence);
    const ids = (people: Person[]) => people.map(({ id, name }) => `${id} ${name}`).join('\n');
    if (ids(now) !== ids(last.current)) last.current = now;
    return last.current;
  };
  const people = useSyncExternalStore(subscribe, snapshot, snapshot);
  const names = people.slice(0, SHOWN).map(({ name }) => name);
  return (
    <Row role="status" data-print="hidden">
      {people.slice(0, SHOWN).map(({ id, name }) => (
        <Avatar key={id} name={name} seed={id} size={24} />
      ))}
      {people.length > 0 && (
        <FormattedMessage
          id="editor.also_here"
          values={{ names: names.join(', '), more: people.length - names.length }}
        />
      )}
    </Row>
  );
}
