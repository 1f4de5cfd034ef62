import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createOutbound, Unreachable } from './outbound.ts';

async function listening(respond: RequestListener): Promise<number> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const post = { headers: { 'Content-Type': 'text/plain' }, body: 'Words' };
const onlyHere = (address: string) => address === '127.0.0.1';

describe('outbound requests', () => {
  it('connects to the checked address, with the requested host name', async () => {
    const hosts: (string | undefined)[] = [];
    const port = await listening((request, response) => {
      hosts.push(request.headers.host);
      response.end();
    });
    const requestedPaths: string[] = [];
    const outbound = createOutbound({
      mayReach: onlyHere,
      // A name that says something else each time it is asked.
      resolve: async (name) => {
        requestedPaths.push(name);
        return requestedPaths.length > 1 ? ['127.0.0.2'] : ['127.0.0.1'];
      },
    });
    const url = `http://hook.example:${port}/x?y=1`;
    expect(await outbound.post(url, post)).toEqual({ status: 200 });
    expect(requestedPaths).toEqual(['hook.example']);
    expect(hosts).toEqual([`hook.example:${port}`]);
    await expect(outbound.post(url, post)).rejects.toThrow(Unreachable);
    expect(hosts).toHaveLength(1);
  });

  it('sends nothing where one of the addresses of a name is private', async () => {
    let calls = 0;
    const port = await listening((_, response) => {
      calls += 1;
      response.end();
    });
    const outbound = createOutbound({ mayReach: onlyHere, resolve: async () => ['127.0.0.1', '10.0.0.1'] });
    await expect(outbound.post(`http://hook.example:${port}`, post)).rejects.toThrow('not a public address');
    expect(calls).toBe(0);
  });

  it('refuses addresses of this machine by default', async () => {
    const port = await listening((_, response) => response.end());
    const outbound = createOutbound();
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '0177.0.0.1']) {
      await expect(outbound.post(`http://${host}:${port}`, post), host).rejects.toThrow(Unreachable);
    }
  });

  it('times out a DNS lookup, a connection and an endless response', async () => {
    const slow = createOutbound({
      timeMs: 100,
      mayReach: onlyHere,
      resolve: () => new Promise(() => undefined),
    });
    await expect(slow.post('http://hook.example', post)).rejects.toThrow('There was no answer in time.');
    const port = await listening((_, response) => void response.write('x'));
    const outbound = createOutbound({ timeMs: 100, mayReach: onlyHere });
    await expect(outbound.post(`http://127.0.0.1:${port}`, post)).rejects.toThrow('no answer in time');
  });

  it('returns any status, and follows no redirect', async () => {
    let calls = 0;
    const port = await listening((_, response) => {
      calls += 1;
      response.writeHead(307, { location: '/again' }).end();
    });
    const outbound = createOutbound({ mayReach: onlyHere });
    expect(await outbound.post(`http://127.0.0.1:${port}/`, post)).toEqual({ status: 307 });
    expect(calls).toBe(1);
  });
});
