import { WebSocketServer } from 'ws';
import { refuseUpgrade, type Upgrade } from '#server/platform/http/upgrades.ts';
import type { ChangeEvent, ResourceChange } from '#server/platform/realtime/change-events.ts';
import { admitSocket } from './admit-socket.ts';
import { changeEventKey } from './audience.ts';
import { createBatcher } from './batch-events.ts';
import { createCursorBatcher } from './cursor-events.ts';
import { createLinkSockets, type SocketServices } from './link-sockets.ts';
import { RecentEvents } from './recent-events.ts';
import { CLOSE_CODES, type Connected, createEventSender } from './send-events.ts';

/**
 * Its path, and the hub: `/ws?hub=<handle>`; with `&missed=<ms>` also what happened in so many milliseconds before, as
 * far as it is known, else the event `gap`. For the holder of a share link, `/ws?link=<id>`.
 */
export const SOCKET_PATH = '/ws';

/** Open sockets of one session: tabs, and a few stale connections. */
const PER_SESSION = 30;

/** The interval at which sockets are pinged and their access is checked, in milliseconds. */
const HEARTBEAT_MS = 30_000;

/** Changes within this time are authorized and sent together, in milliseconds. */
const GATHER_MS = 40;

/** The WebSocket endpoint: sends change events to the members of a hub, and accepts no messages. */
export type Sockets = {
  /** Handles a request to open one. */
  upgrade: Upgrade;
  close(): void;
};

/** Changes by their hub, each of several equal ones once. */
function byHub(changes: Iterable<ResourceChange>): Map<string, ResourceChange[]> {
  const unique = new Map([...changes].map((change) => [changeEventKey(change), change]));
  return Map.groupBy(unique.values(), (one) => one.hubId);
}

/** Ends the sockets that did not respond since the last time, and asks the others for a sign of life. */
function pingAll(all: readonly Connected[]): void {
  for (const one of all) {
    if (one.isAlive) one.socket.ping();
    else one.socket.terminate();
    one.isAlive = false;
  }
}

/** Notes signs of life, and refuses messages: clients only receive. */
function watchSocket(one: Connected): void {
  const { socket } = one;
  socket.on('error', () => socket.terminate());
  socket.on('pong', () => {
    one.isAlive = true;
  });
  socket.on('message', () => socket.close(CLOSE_CODES.writes, 'This socket tells; it does not listen.'));
}

/**
 * Opens sockets for signed-in members of a hub. A page of another site is refused (its browser would send the
 * cookie); before an event is sent, the database is queried who may receive it, so that a revoked right has
 * no effect any more; a session or membership that ended closes the socket.
 */
export function createSockets(services: SocketServices): Sockets {
  const { database, log, changeEvents } = services;
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024, clientTracking: false });
  const ofLinks = createLinkSockets(services);
  /** By hub. */
  const connected = new Map<string, Set<Connected>>();
  const recent = new RecentEvents();
  const everySocket = (): Connected[] => [...connected.values()].flatMap((ofHub) => [...ofHub]);
  let closed = false;

  const { cutOff, notifyOfPeople, notifyOfNotifications, notify, sendMissed } = createEventSender(
    database,
    connected,
  );
  const complain = (error: unknown) => log.error({ err: error }, 'change events could not be sent');

  const changes = createBatcher<ResourceChange>(
    GATHER_MS,
    async (batch) =>
      void (await Promise.all([...byHub(batch)].map(([hub, some]) => notify(hub, some).catch(complain)))),
    complain,
  );

  const cursors = createCursorBatcher(database, (hubId) => connected.get(hubId) ?? new Set(), complain);

  /** Sockets that a change of sessions may have excluded. */
  const doubtful = createBatcher<Connected>(
    GATHER_MS,
    async (batch) => void (await cutOff([...batch])),
    complain,
  );

  /** Sockets of accounts that were notified of something. */
  const notified = createBatcher<Connected>(
    GATHER_MS,
    async (batch) => notifyOfNotifications([...batch]),
    complain,
  );

  /** Hubs whose members or groups have changed. */
  const changedPeople = createBatcher<string>(GATHER_MS, notifyOfPeople, complain);

  function receive(all: readonly ChangeEvent[]): void {
    for (const event of all) {
      recent.add(event);
      if (event.about === 'account') {
        // Nobody in particular: nothing came from other processes for a while.
        if (event.userId === null) recent.clear();
        for (const one of everySocket())
          if (event.userId === null || one.userId === event.userId) doubtful.add(one);
      } else if (event.about === 'notifications') {
        for (const one of everySocket()) if (one.userId === event.userId) notified.add(one);
      } else if (event.about === 'people') {
        if (connected.has(event.hubId)) changedPeople.add(event.hubId);
      } else if (event.about === 'cursor') {
        if (connected.has(event.hubId)) cursors.add(event);
      } else if ('hubId' in event && connected.has(event.hubId)) changes.add(event);
    }
  }

  const unlisten = changeEvents.subscribe(receive);
  const heartbeat = setInterval(() => {
    const all = everySocket();
    pingAll(all);
    recent.removeOld();
    cutOff(all).catch(complain);
  }, HEARTBEAT_MS);
  heartbeat.unref();

  function track(one: Connected): void {
    const { socket, hubId, missedMs } = one;
    const missed = missedMs === null ? [] : recent.within(hubId, missedMs);
    const isNotified = missedMs !== null && recent.isNotified(one.userId, missedMs);
    const ofHub = connected.get(hubId) ?? new Set();
    connected.set(hubId, ofHub.add(one));
    socket.on('close', () => {
      ofHub.delete(one);
      if (ofHub.size === 0) connected.delete(hubId);
    });
    watchSocket(one);
    const sameSession = everySocket().filter((each) => each.sessionId === one.sessionId);
    if (sameSession.length > PER_SESSION)
      socket.close(CLOSE_CODES.tooMany, 'Too many sockets of one session.');
    // What ended between the check and this line was reported to nobody.
    cutOff([one])
      .then((left) => sendMissed(one, left.get(one) ?? { is: 'signed out' }, missed, isNotified))
      .catch(complain);
  }

  return {
    upgrade(request, raw, head) {
      raw.on('error', () => raw.destroy());
      const linkId = new URL(request.url ?? '/', 'http://localhost').searchParams.get('link');
      if (linkId !== null && !closed) return ofLinks.upgrade(request, raw, head, linkId);
      admitSocket(services, request)
        .then((one) => {
          if (closed) return refuseUpgrade(raw, '503 Service Unavailable');
          if (typeof one === 'string') return refuseUpgrade(raw, one);
          server.handleUpgrade(request, raw, head, (socket) => track({ socket, ...one }));
        })
        .catch((error) => {
          log.error({ err: error }, 'a socket could not be opened');
          refuseUpgrade(raw, '500 Internal Server Error');
        });
    },
    close() {
      closed = true;
      ofLinks.close();
      clearInterval(heartbeat);
      changes.stop();
      cursors.stop();
      doubtful.stop();
      notified.stop();
      changedPeople.stop();
      unlisten();
      for (const { socket } of everySocket()) socket.close(1001, 'The server stops.');
    },
  };
}
