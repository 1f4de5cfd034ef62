import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createOutbound } from '#server/platform/http/outbound.ts';

/** A received delivery. */
export type ReceivedEvent = {
  headers: IncomingHttpHeaders;
  /** As it was received. */
  raw: string;
  body: { id: string; event: string; [more: string]: unknown };
};

/** Connects to this machine only; for test servers, which can't access the internet. */
export const loopbackOnly = (options: { timeMs?: number } = {}) =>
  createOutbound({ mayReach: (address) => address === '127.0.0.1', ...options });

export type Receiver = {
  url: string;
  received: ReceivedEvent[];
  /** Its responses from now on. */
  respondWith: (response: ServerResponse, nth: number) => void;
};

/** A real server for this test alone that receives events; by default it accepts all of them. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], respondWith: (response) => response.end('ok') };
  const server = createServer((request, response) => {
    text(request).then((raw) => {
      receiver.received.push({ headers: request.headers, raw, body: JSON.parse(raw) });
      receiver.respondWith(response, receiver.received.length);
    }, response.destroy);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?kind=test`;
  return receiver;
}

/** Whether a delivery has the signature for this secret, as docs/webhooks.md defines it. */
export function isSignedBy(secret: string, { headers, raw }: ReceivedEvent): boolean {
  const [time, ...signatures] = String(headers['hubkeep-signature']).split(',');
  const seconds = time?.replace('t=', '') ?? '';
  const expected = createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex');
  return signatures.includes(`v1=${expected}`) && Math.abs(Date.now() / 1000 - Number(seconds)) < 60;
}
