import { useEffect } from 'react';

/** The code with which the server ends the socket of a link that has ended. */
const ENDED = 4404;
const TOO_MANY = 4429;

/** Milliseconds until a lost socket is opened again: soon at first, then less and less often. */
const SHORTEST = 1_000;
const LONGEST = 60_000;

/**
 * Watches whether a link still opens what it opened.
 * @returns how to stop watching
 */
export function watchLink(linkId: string, onEnded: () => void): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = SHORTEST;
  let isLeft = false;
  const open = () => {
    const address = new URL(`/ws?link=${encodeURIComponent(linkId)}`, window.location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    socket = new WebSocket(address);
    socket.onopen = () => {
      wait = SHORTEST;
    };
    socket.onclose = ({ code }) => {
      if (isLeft || code === TOO_MANY) return;
      if (code === ENDED) return onEnded();
      timer = setTimeout(open, wait * (0.5 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST);
    };
  };
  open();
  return () => {
    isLeft = true;
    clearTimeout(timer);
    socket?.close();
  };
}

/** Loads the page again as soon as the link that opened it has ended: nothing of it stays on the screen. */
export function useReloadOnLinkEnd(linkId: string | null): void {
  useEffect(() => {
    if (linkId !== null) return watchLink(linkId, () => window.location.reload());
  }, [linkId]);
}
