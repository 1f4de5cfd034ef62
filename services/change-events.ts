import type { TableCursor } from '#lib/contract/table-cursor.ts';

/**
 * A change event: a resource changed, for screens that show it; `people` are the members and the groups of the hub of
 * this id, `comments` those of the item or the discussion of this id, `posts` the discussions of the space.
 */
export type ChangeEvent = {
  about: 'item' | 'space' | 'form' | 'answers' | 'editors' | 'people' | 'comments' | 'posts';
  id: string;
};

/** Where somebody is in a table. */
export type CursorEvent = { about: 'cursor'; id: string; cursor: TableCursor };

type Listener = {
  onChangeEvent: (news: ChangeEvent) => void;
  onCursor?: (event: CursorEvent) => void;
  /** The socket is open again after a gap: anything may have changed meanwhile. */
  onGap?: () => void;
};

/** Why the server closes a socket permanently: signed out, or no member of the hub any more. */
const SIGNED_OUT = 4401;
const NO_MEMBER = 4403;

/** Why the server closed the sockets permanently. */
export type SubscriptionEndReason = 'signed out' | 'no member';

// The page reloads from the server, which redirects users without access.
const reload = () => window.location.reload();
let onEnd: (why: SubscriptionEndReason, handle: string) => void = reload;

/** Sets the handler for subscriptions that the server closed permanently; null reloads the page instead. */
export function setSubscriptionEndHandler(
  heard: ((why: SubscriptionEndReason, handle: string) => void) | null,
): void {
  onEnd = heard ?? reload;
}

/** Milliseconds until a lost socket is opened again: soon at first, then less and less often. */
const SHORTEST = 1_000;
const LONGEST = 60_000;

type Line = { listeners: Set<Listener>; close: () => void; reopen: () => void };

/** One socket a hub, however many listen. */
const lines = new Map<string, Line>();

function openLine(handle: string, listeners: Set<Listener>): Omit<Line, 'listeners'> {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = SHORTEST;
  let opened = false;
  let closed = false;
  /** The server closed it permanently: it is opened again only after the next sign-in. */
  let ended = false;

  const open = () => {
    const address = new URL(`/ws?hub=${encodeURIComponent(handle)}`, window.location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    socket = new WebSocket(address);
    socket.onopen = () => {
      wait = SHORTEST;
      if (opened) for (const { onGap } of listeners) onGap?.();
      opened = true;
    };
    socket.onmessage = ({ data }) => {
      type Event = ChangeEvent | CursorEvent;
      const events: Event | Event[] = JSON.parse(data);
      for (const event of Array.isArray(events) ? events : [events])
        for (const { onChangeEvent, onCursor } of listeners)
          if (event.about === 'cursor') onCursor?.(event);
          else onChangeEvent(event);
    };
    socket.onclose = ({ code }) => {
      if (closed) return;
      if (code === SIGNED_OUT || code === NO_MEMBER) {
        ended = true;
        onEnd(code === SIGNED_OUT ? 'signed out' : 'no member', handle);
        return;
      }
      timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST);
    };
  };
  open();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
    reopen: () => {
      if (!ended || closed) return;
      ended = false;
      open();
    },
  };
}

function newLine(handle: string): Line {
  const listeners = new Set<Listener>();
  return { listeners, ...openLine(handle, listeners) };
}

/** Closes every socket without calling the handler: signing out here navigates by itself. */
export function closeChangeEvents(): void {
  for (const { close } of lines.values()) close();
  lines.clear();
}

/** Opens the sockets again that the server closed with a session, once there is another one. */
export function reopenChangeEvents(): void {
  for (const { reopen } of lines.values()) reopen();
}

/** Subscribes to change events of a hub. @returns the function that unsubscribes. */
export function subscribeToChangeEvents(handle: string, listener: Listener): () => void {
  const line = lines.get(handle) ?? newLine(handle);
  lines.set(handle, line);
  line.listeners.add(listener);
  return () => {
    line.listeners.delete(listener);
    if (line.listeners.size > 0) return;
    if (lines.get(handle) === line) lines.delete(handle);
    line.close();
  };
}
