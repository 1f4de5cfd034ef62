import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { DocumentPresence } from '#services/document-presence.ts';
import { NamedWriters } from './NamedWriters.tsx';

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
  return <NamedWriters people={people} message="editor.also_here" />;
}
