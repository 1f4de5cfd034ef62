import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Takes over a connection that requested an upgrade from HTTP. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Ends a connection whose upgrade is refused. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Routes upgrades by the beginning of their path; others are refused. */
export function routeUpgrades(server: Server, handlers: ReadonlyMap<string, Upgrade>): void {
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request, socket, head) => {
    const path = request.url?.split('?')[0] ?? '';
    for (const [start, upgrade] of handlers) {
      if (path === start || path.startsWith(start.endsWith('/') ? start : `${start}/`)) {
        upgrade(request, socket, head);
        return;
      }
    }
    refuseUpgrade(socket, '404 Not Found');
  });
}
