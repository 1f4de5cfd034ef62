import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { WebSocket } from 'ws';
import { percentile } from './bench.ts';
import { watchKeys } from './keystroke.ts';
import { processorTime } from './processor-time.ts';
import { databaseOf } from './serving.ts';

async function openSocket(port: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(socket, 'open');
  return socket;
}

/** As many writers on a relay that stores nothing: delays of their words, and its processor time in percent of a core. */
export async function relayFloor(writers: number, rounds: number, pauseMs: number) {
  const child = fork(join(import.meta.dirname, 'bare-relay.ts'));
  try {
    const [{ port }] = await once(child, 'message');
    const reader = await openSocket(port);
    const sent = new Map<string, number>();
    const delays: number[] = [];
    reader.on('message', (data: Buffer) => {
      delays.push(performance.now() - (sent.get(data.toString()) ?? Number.NaN));
    });
    const sockets = await Promise.all(Array.from({ length: writers }, () => openSocket(port)));
    const pid = child.pid ?? 0;
    const before = processorTime(pid);
    const began = performance.now();
    for (let round = 0; round < rounds; round += 1)
      for (const [at, socket] of sockets.entries()) {
        sent.set(`w${at}r${round}e`, performance.now());
        socket.send(`w${at}r${round}e`);
        await sleep(pauseMs / writers);
      }
    while (delays.length < sent.size) await sleep(20);
    const used = processorTime(pid) - before;
    for (const socket of [reader, ...sockets]) socket.close();
    return {
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      share: (used / (performance.now() - began)) * 100,
    };
  } finally {
    child.disconnect();
  }
}

/** The titles of a level of a tree by the driver alone, in milliseconds. */
export async function treeFloor(dataDir: string, repeats: number): Promise<number> {
  const client = new pg.Client(databaseOf(dataDir));
  await client.connect();
  try {
    const times: number[] = [];
    for (let at = 0; at < repeats; at += 1) {
      const begin = performance.now();
      await client.query(
        `select id, title, kind from item where parent_id is null and trashed_at is null
         order by title collate natural_order, id limit 1000`,
      );
      times.push(performance.now() - begin);
    }
    return percentile(times, 0.5);
  } finally {
    await client.end();
  }
}

/** Keystrokes in the element that has the focus, to the paint after each, in milliseconds. */
export async function keystrokes(page: Page, count: number): Promise<number[]> {
  for (let at = 1; at <= count; at += 1) {
    await page.keyboard.press('a');
    await page.evaluate((n) => Reflect.get(window, 'keystrokes').painted(n), at);
  }
  return page.evaluate(() => Reflect.get(window, 'keystrokes').times);
}

/** The same in a page with one bare text area. */
export async function bareKeystrokes(page: Page, count: number): Promise<number[]> {
  await page.setContent('<!doctype html><textarea></textarea>');
  await page.evaluate(watchKeys);
  await page.locator('textarea').click();
  return keystrokes(page, count);
}

/** Serves a page as it is, without its scripts, while `use` runs. */
export async function withBarePage<T>(html: string, use: (url: string) => Promise<T>): Promise<T> {
  const bare = html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*as="script"[^>]*>/g, '');
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(bare);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  try {
    return await use(`http://127.0.0.1:${address.port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
