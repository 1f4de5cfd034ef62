import { useEffect } from 'react';

/** The close code of the server's socket when a share link has ended. */
const ENDED = 4404;
const TOO_MANY = 4429;

/** Delays in milliseconds before a lost socket is reopened: short at first, then longer. */
const SHORTEST = 1_000;
const LONGEST = 60_000;

/** Watches whether a share link still gives access. @returns a function that stops watching */
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

/** Reloads the page as soon as the link that opened it has ended, so that nothing of it stays on the screen. */
export function useReloadOnLinkEnd(linkId: string | null): void {
  useEffect(() => {
    if (linkId !== null) return watchLink(linkId, () => window.location.reload());
  }, [linkId]);
}
