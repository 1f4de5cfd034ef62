import type { TableCursor } from '#lib/contract/table-cursor.ts';

/**
 * A change event: a resource changed, for screens that show it; `people` are the members and the groups of the hub of
 * this id, `order` where the item stands in the tree of its space, `writers` those who write in the document, `comments` those of the item or the discussion of this id, `posts` the discussions of the space, `notifications` those of the account of this id, whatever the hub.
 */
export type ChangeEvent = {
  about:
    | 'item'
    | 'order'
    | 'space'
    | 'form'
    | 'answers'
    | 'editors'
    | 'writers'
    | 'people'
    | 'comments'
    | 'posts'
    | 'notifications';
  id: string;
};

/** Where somebody is in a table. */
export type CursorEvent = { about: 'cursor'; id: string; cursor: TableCursor };

type Listener = {
  onChangeEvent: (event: ChangeEvent) => void;
  onCursor?: (event: CursorEvent) => void;
  /** The socket was closed for so long, or so much changed meanwhile, that it is unknown what. */
  onGap?: () => void;
  /** The socket is open again after it was lost; what was missed is reported separately. */
  onReopen?: () => void;
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
  handler: ((why: SubscriptionEndReason, handle: string) => void) | null,
): void {
  onEnd = handler ?? reload;
}

/** Milliseconds until a lost socket is opened again: soon at first, then less and less often. */
const SHORTEST = 1_000;
const LONGEST = 60_000;

type Line = {
  listeners: Set<Listener>;
  /** The latest events, oldest first. */
  recent: { event: ChangeEvent; at: number }[];
  close: () => void;
  reopen: () => void;
};

/** Events of the last milliseconds that are kept for screens whose data was requested before them. */
const RECENT_MS = 10_000;

/**
 * A connection that was lost without a word may have been dead for as long as the server takes to notice it: two of its
 * pings, in milliseconds.
 */
const UNNOTICED_MS = 60_000;

/** Until the server counts back from there, a connection takes some time to be made, in milliseconds. */
const CONNECTING_MS = 5_000;

/** When the data of the open page was requested, in milliseconds since the document was. */
let requestedAt = 0;

/** Records that the data of another page is requested now. */
export function noteNavigation(): void {
  requestedAt = performance.now();
}

/** One socket a hub, however many listen. */
const lines = new Map<string, Line>();

function openLine(handle: string, { listeners, recent }: Pick<Line, 'listeners' | 'recent'>) {
  let socket: WebSocket | null = null;
  /** What the page shows is complete until then. */
  let completeUntil = requestedAt;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = SHORTEST;
  let wasOpen = false;
  let closed = false;
  /** The server closed it permanently: it is opened again only after the next sign-in. */
  let ended = false;

  const open = () => {
    const missed = CONNECTING_MS + Math.ceil(Math.max(0, performance.now() - completeUntil));
    const address = new URL(`/ws?hub=${encodeURIComponent(handle)}&missed=${missed}`, window.location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    socket = new WebSocket(address);
    let isOpen = false;
    socket.onopen = () => {
      wait = SHORTEST;
      isOpen = true;
      if (wasOpen) for (const { onReopen } of listeners) onReopen?.();
      wasOpen = true;
    };
    socket.onmessage = ({ data }) => {
      type Event = ChangeEvent | CursorEvent | { about: 'gap' };
      const events: Event | Event[] = JSON.parse(data);
      for (const event of Array.isArray(events) ? events : [events]) {
        if (event.about !== 'gap' && event.about !== 'cursor') remember(recent, event);
        for (const { onChangeEvent, onCursor, onGap } of listeners)
          if (event.about === 'gap') onGap?.();
          else if (event.about === 'cursor') onCursor?.(event);
          else onChangeEvent(event);
      }
    };
    socket.onclose = ({ code, wasClean }) => {
      if (closed) return;
      if (isOpen) completeUntil = Math.max(completeUntil, performance.now() - (wasClean ? 0 : UNNOTICED_MS));
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
  const listening = { listeners: new Set<Listener>(), recent: [] };
  return { ...listening, ...openLine(handle, listening) };
}

function remember(recent: Line['recent'], event: ChangeEvent): void {
  const at = performance.now();
  recent.push({ event, at });
  while (recent[0] && recent[0].at < at - RECENT_MS) recent.shift();
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

/**
 * Subscribes to change events of a hub, from when the data of the open page was requested: a change between then and
 * now is reported too. @returns the function that unsubscribes.
 */
export function subscribeToChangeEvents(handle: string, listener: Listener): () => void {
  const line = lines.get(handle) ?? newLine(handle);
  lines.set(handle, line);
  line.listeners.add(listener);
  const from = Math.max(requestedAt, performance.now() - RECENT_MS);
  const missed = line.recent.filter(({ at }) => at >= from);
  queueMicrotask(() => {
    if (line.listeners.has(listener)) for (const { event } of missed) listener.onChangeEvent(event);
  });
  return () => {
    line.listeners.delete(listener);
    // The screen after this one subscribes in a moment.
    setTimeout(() => {
      if (line.listeners.size > 0) return;
      if (lines.get(handle) === line) lines.delete(handle);
      line.close();
    });
  };
}
