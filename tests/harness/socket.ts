import { once } from 'node:events';
import { WebSocket } from 'ws';
import { eventually } from './eventually.ts';

/** A WebSocket for change events, as a browser or program opens it. */
export type TestSocket = {
  /** The events that it received so far, oldest first: a message is one, or a list of them. */
  received: { about: string; id: string }[];
  /** Resolves with the code with which the server closed it. */
  closed: Promise<number>;
  send(text: string): void;
  close(): void;
  /** Waits for an event of a resource. */
  receives(id: string): Promise<void>;
};

/**
 * Opens a socket for a hub's change events; by the `Authorization` header, or whatever headers are given.
 * @throws Error with the status, `refused: 401`, where the server does not open it.
 */
export function openSocket(
  url: string,
  who: { token: string } | { headers: Record<string, string> },
  hub: { domain_handle: string },
): Promise<TestSocket> {
  const headers = 'token' in who ? { authorization: `JWT ${who.token}` } : who.headers;
  return openSocketAt(url, `/ws?hub=${hub.domain_handle}`, headers);
}

/** The same at any address of the server. @throws Error with the status where the server does not open it */
export async function openSocketAt(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<TestSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
  const events: TestSocket['received'] = [];
  socket.on('message', (data) => events.push(...[JSON.parse(String(data))].flat()));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const refused = new Promise<never>((_resolve, reject) => {
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(`refused: ${response.statusCode}`)),
    );
  });
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'open'), refused]);
  return {
    received: events,
    closed,
    send: (text) => socket.send(text),
    close: () => socket.close(),
    receives: (id) =>
      eventually(async () => {
        if (!events.some((one) => one.id === id)) throw new Error(`not told of ${id}`);
      }),
  };
}
