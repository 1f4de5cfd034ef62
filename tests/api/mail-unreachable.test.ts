import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { encryptText } from '#server/platform/crypto/encrypted-text.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { ReceiverUnavailable } from '#server/platform/jobs/jobs.ts';
import { QUEUES } from '#server/platform/jobs/queues.ts';
import { mailEncryptionContext } from '#server/platform/mail/mail.ts';
import type { QueuedMessage } from '#server/platform/mail/message.ts';
import { sendMail } from '#server/platform/mail/send-mail.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServerForTest } from '#tests/harness/server.ts';
import { startMailServerForTest } from '#tests/harness/server-with-mail.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/** A server of plain sockets for this test alone. @returns its port, and the open sockets */
async function listen(onSocket: (socket: Socket) => void): Promise<{ port: number; open: Set<Socket> }> {
  const open = new Set<Socket>();
  const listener = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    onSocket(socket);
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    listener.close();
  });
  return { port: (listener.address() as AddressInfo).port, open };
}

/** Writes a line every few milliseconds, endlessly. */
function drip(socket: Socket, line: string): void {
  const more = setInterval(() => socket.write(line), 5);
  socket.once('close', () => clearInterval(more));
}

const MESSAGE: QueuedMessage = {
  to: 'ada@example.test',
  template: 'verify-email',
  values: { code: '123456', minutes: '10' },
};

/** Sends one mail to a port, with short timeouts. */
async function sendTo(
  port: number,
  signal = new AbortController().signal,
): Promise<{ id: string; sent: Promise<void> }> {
  const pool = openPool(server.databaseUrl, 1);
  const database = openDatabase(pool);
  onTestFinished(() => pool.end());
  const signingKey = new Uint8Array(32);
  const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}?from=hub@hub.example` });
  const unused = async () => null;
  const task = sendMail(
    { config, database, log: fastify().log, signingKey },
    { receipt: unused, notification: unused },
    { connectMs: 500, silenceMs: 500, mailMs: 1_000 },
  );
  const id = newId();
  await database.insertInto('outgoing_mail').values({ id, template: MESSAGE.template }).execute();
  const sealed = encryptText(signingKey, mailEncryptionContext(id), JSON.stringify(MESSAGE));
  return { id, sent: task.run({ id, sealed, until: null }, { signal, attempt: 1 }) };
}

test.each<[string, ((socket: Socket) => void) | null]>([
  ['refuses connections', null],
  ['never says a word', () => undefined],
  ['closes each connection', (socket) => socket.destroy()],
  ['turns everybody away', (socket) => socket.end('421 come later\r\n')],
  ['never ends its greeting', (socket) => drip(socket, '220-wait\r\n')],
  [
    'never ends its first answer',
    (socket) => {
      socket.write('220 mail.example\r\n');
      socket.once('data', () => drip(socket, '250-wait\r\n'));
    },
  ],
])('takes a mail server that %s as unreachable, and lets go of it', async (_, onSocket) => {
  const { port, open } = await listen(onSocket ?? (() => undefined));
  const { sent } = await sendTo(onSocket ? port : 1);
  await expect(sent).rejects.toBeInstanceOf(ReceiverUnavailable);
  await eventually(async () => expect(open.size).toBe(0));
});

test('takes a mail server that refuses one recipient for now as reachable', async () => {
  const mail = await startMailServerForTest({ refuse: () => 451 });
  const failed = (await sendTo(mail.port)).sent.catch((error: unknown) => error);
  expect(await failed).toBeInstanceOf(Error);
  expect(await failed).not.toBeInstanceOf(ReceiverUnavailable);
});

test('lets go of a mail server when the process stops, without taking it as unreachable', async () => {
  const { port, open } = await listen((socket) => {
    socket.write('220 mail.example\r\n');
    socket.once('data', () => stop.abort());
  });
  const stop = new AbortController();
  const failed = (await sendTo(port, stop.signal)).sent.catch((error: unknown) => error);
  expect(await failed).toMatchObject({ message: 'the process stops' });
  expect(await failed).not.toBeInstanceOf(ReceiverUnavailable);
  await eventually(async () => expect(open.size).toBe(0));
});

test('tries an unreachable mail server after growing pauses with one mail, while other jobs continue', async () => {
  const times: number[] = [];
  const { port } = await listen((socket) => {
    times.push(performance.now());
    socket.destroy();
  });
  const own = await startServerForTest({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  // More than the attempts that follow: without pauses, each would be tried at once.
  for (let n = 0; n < QUEUES.mail + 7; n += 1) await registerUser(own.client, { profile: false });
  await eventually(async () => expect(times.length).toBeGreaterThan(0));
  const place = await createPlace(own.client);
  const upload = await uploadBytes(place.owner, place, [{ name: 'words.txt', bytes: 'hello words' }]);
  await waitUntilReady(place.owner, expectData(upload, 201).items[0]?.id ?? '');
  await eventually(async () => {
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    // Those that were being sent when it first failed may be further apart.
    const [, second = 0, third = 0] = gaps.slice(-3);
    expect(second).toBeGreaterThan(1_990);
    expect(third).toBeGreaterThan(3_990);
  }, 60_000);
  expect(times.length).toBeLessThanOrEqual(QUEUES.mail + 3);
});
