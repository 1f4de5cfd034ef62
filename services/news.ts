/** Word from the server that a thing changed, for whoever shows it. */
export type News = { about: 'item' | 'space' | 'form' | 'answers'; id: string };

type Listener = {
  onNews: (news: News) => void;
  /** The socket is open again after a gap: anything may have changed meanwhile. */
  onGap?: () => void;
};

/** Why the server ends a socket for good: signed out, or no member of the hub any more. */
const SIGNED_OUT = 4401;
const NO_MEMBER = 4403;

/** Milliseconds until a lost socket is opened again: soon at first, then less and less often. */
const SHORTEST = 1_000;
const LONGEST = 60_000;

type Line = { listeners: Set<Listener>; close: () => void };

/** One socket a hub, however many listen. */
const lines = new Map<string, Line>();

function openLine(handle: string, listeners: Set<Listener>): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = SHORTEST;
  let opened = false;
  let closed = false;

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
      const news: News = JSON.parse(data);
      for (const { onNews } of listeners) onNews(news);
    };
    socket.onclose = ({ code }) => {
      if (closed) return;
      // The page asks the server anew, which knows where somebody without the right belongs.
      if (code === SIGNED_OUT || code === NO_MEMBER) return window.location.reload();
      timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST);
    };
  };
  open();
  return () => {
    closed = true;
    clearTimeout(timer);
    socket?.close();
  };
}

function newLine(handle: string): Line {
  const listeners = new Set<Listener>();
  return { listeners, close: openLine(handle, listeners) };
}

/** Ends every socket, unheard: who signs out here is led on by the page, not by what the server says of it. */
export function endNews(): void {
  for (const { close } of lines.values()) close();
  lines.clear();
}

/** Listens for what happens in a hub that the reader may see. @returns a function that ends it. */
export function listenForNews(handle: string, listener: Listener): () => void {
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
