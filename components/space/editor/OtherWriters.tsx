import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { DocumentPresence, WritingUser } from '#services/document-presence.ts';
import { NamedWriters } from './NamedWriters.tsx';

function peopleIn(presence: DocumentPresence): WritingUser[] {
  const people = new Map<string, WritingUser>();
  for (const { user } of presence.getStates().values()) if (user.name) people.set(user.id || user.name, user);
  return [...people.values()];
}

/** Who else has the document open to write in it. */
export function OtherWriters({ presence }: { presence: DocumentPresence }) {
  const last = useRef<WritingUser[]>([]);
  const subscribe = useCallback(
    (listener: () => void) => {
      presence.on('change', listener);
      return () => presence.off('change', listener);
    },
    [presence],
  );
  const snapshot = () => {
    const now = peopleIn(presence);
    const ids = (people: WritingUser[]) =>
      people.map(({ id, name, tint }) => `${id} ${name} ${tint}`).join('\n');
    if (ids(now) !== ids(last.current)) last.current = now;
    return last.current;
  };
  const people = useSyncExternalStore(subscribe, snapshot, snapshot);
  return <NamedWriters people={people} message="editor.also_here" />;
}
