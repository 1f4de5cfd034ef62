import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SchedulerTimeout } from '#server/platform/database/fair-scheduler.ts';
import { withTenant } from '#server/platform/database/tenant.ts';
import { type ByteSource, sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { deepJson, turbulentSvg } from '#tests/fixtures/make/hostile.ts';
import { confinement } from './confine.ts';
import { createExtraction, type Extraction } from './extract.ts';
import type { PoolOptions } from './pool.ts';

let extraction: Extraction | undefined;
afterEach(() => extraction?.close());

const start = (options: Partial<PoolOptions> = {}) => {
  // What is slow on a busy machine is no picture to give up: a test says so where it means that.
  extraction = createExtraction({ pictureTimeoutMs: 120_000, ...options });
  return extraction;
};
const text = (content = 'hello there') => ({ source: sourceOfBytes(Buffer.from(content)), extension: 'txt' });

const smallPicture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
  .png()
  .toBuffer();

/** A file whose bytes come only when `open` is called. */
function slowFile(): { source: ByteSource; requested: Promise<void>; open: () => void } {
  const gate = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  return {
    requested: requested.promise,
    open: gate.resolve,
    source: {
      size: 5,
      async read() {
        requested.resolve();
        await gate.promise;
        return Buffer.from('hello');
      },
    },
  };
}

async function gone(pid: number): Promise<void> {
  await expect.poll(() => spawnSync('ps', ['-p', String(pid)]).status, { timeout: 20_000 }).not.toBe(0);
}

describe('the processes that read files', () => {
  it('start with the first job, are used again, and end when idle', async () => {
    const it = start({ idleMs: 100 });
    expect(it.pids).toEqual([]);
    await it.extract(text());
    const [pid] = it.pids;
    await it.extract(text());
    expect(it.pids).toEqual([pid]);
    await gone(pid ?? 0);
    expect(it.pids).toEqual([]);
    expect(await it.extract(text())).toMatchObject({ ok: true });
  });

  it('give up a job after its time, and only that job', async () => {
    const it = start();
    const slow = slowFile();
    expect(await it.extract({ source: slow.source, extension: 'txt' }, { timeoutMs: 300 })).toMatchObject({
      ok: false,
      code: 'timeout',
    });
    expect(await it.extract(text())).toMatchObject({ ok: true });
  });

  it('stop when the caller aborts', async () => {
    const it = start({ texts: 1, pictures: 1 });
    const slow = slowFile();
    const stop = new AbortController();
    const running = it.extract({ source: slow.source, extension: 'txt' }, { signal: stop.signal });
    const waiting = it.extract(text(), { signal: stop.signal });
    const other = it.extract(text());
    await slow.requested;
    const [pid] = it.pids;
    stop.abort();
    expect(await running).toMatchObject({ ok: false, code: 'aborted' });
    expect(await waiting).toMatchObject({ ok: false, code: 'aborted' });
    expect(await other).toMatchObject({ ok: true });
    await gone(pid ?? 0);
  });

  it('may be killed from outside: that job fails, the next gets a fresh one', async () => {
    const it = start();
    const slow = slowFile();
    const running = it.extract({ source: slow.source, extension: 'txt' });
    await slow.requested;
    process.kill(it.pids[0] ?? 0, 'SIGSEGV');
    expect(await running).toMatchObject({ ok: false, code: 'crashed' });
    expect(await it.extract(text())).toMatchObject({ ok: true });
  });

  it('run out of memory alone, in JavaScript', async () => {
    const it = start({ heapMiB: 40 });
    const deep = { source: sourceOfBytes(Buffer.from(deepJson(4_000_000))), extension: 'json' };
    expect(await it.extract(deep)).toMatchObject({ ok: false, code: 'out_of_memory' });
    expect(await it.extract(text())).toMatchObject({ ok: true });
  });

  it.runIf(process.platform === 'linux')('run out of memory alone, in native code', async () => {
    const it = start({ totalMiB: 170 });
    const wide = await sharp({ create: { width: 9000, height: 9000, channels: 4, background: '#123' } })
      .png({ progressive: true })
      .toBuffer();
    expect(await it.thumbnail({ source: sourceOfBytes(wide), extension: 'png', width: 200 })).toMatchObject({
      ok: false,
      code: 'out_of_memory',
    });
    expect(await it.extract(text())).toMatchObject({ ok: true });
  });

  it('leave one free for pictures while texts are read', async () => {
    const it = start({ texts: 1, pictures: 1 });
    const slow = slowFile();
    const first = it.extract({ source: slow.source, extension: 'txt' });
    const second = it.extract(text());
    await slow.requested;
    expect(
      await it.thumbnail({ source: sourceOfBytes(smallPicture), extension: 'png', width: 5 }),
    ).toMatchObject({
      ok: true,
    });
    expect(it.pids).toHaveLength(2);
    slow.open();
    expect(await first).toMatchObject({ ok: true });
    expect(await second).toMatchObject({ ok: true });
  });

  it('time out a picture earlier than other jobs, without affecting them', async () => {
    const it = start({ pictureTimeoutMs: 300, timeoutMs: 60_000 });
    const picture = { source: sourceOfBytes(Buffer.from(turbulentSvg())), extension: 'svg', width: 1600 };
    expect(await it.thumbnail(picture)).toMatchObject({ ok: false, code: 'timeout' });
    expect(await it.extract(text())).toMatchObject({ ok: true });
  });

  it('have eight seconds for a picture unless said otherwise', async () => {
    extraction = createExtraction();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const slow = slowFile();
    let code: string | undefined;
    void extraction.thumbnail({ source: slow.source, extension: 'png', width: 5 }).then((result) => {
      code = result.ok ? 'drawn' : result.code;
    });
    await slow.requested;
    await vi.advanceTimersByTimeAsync(7_999);
    expect(code).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await new Promise(setImmediate);
    expect(code).toBe('timeout');
  });

  it('draw another hub’s picture while one hub waits for many', async () => {
    const it = start();
    const slow = slowFile();
    const stop = new AbortController();
    const flood = withTenant('hub:a', () =>
      Array.from({ length: 20 }, () =>
        it.thumbnail({ source: slow.source, extension: 'png', width: 5 }, { signal: stop.signal }),
      ),
    );
    await slow.requested;
    const other = await withTenant('hub:b', () =>
      it.thumbnail({ source: sourceOfBytes(smallPicture), extension: 'png', width: 5 }),
    );
    expect(other).toMatchObject({ ok: true });
    stop.abort();
    for (const one of await Promise.all(flood)) expect(one).toMatchObject({ ok: false, code: 'aborted' });
  });

  it('read another hub’s small text while one hub has a text that takes long, and more of them', async () => {
    const it = start();
    const slow = slowFile();
    const long = withTenant('hub:a', () =>
      Array.from({ length: 4 }, () => it.extract({ source: slow.source, extension: 'txt' })),
    );
    await slow.requested;
    expect(await withTenant('hub:b', () => it.extract(text('hello world')))).toMatchObject({ ok: true });
    // Its second one waits for its first: a process is left to the others.
    expect(it.pids).toHaveLength(2);
    slow.open();
    for (const one of await Promise.all(long)) expect(one).toMatchObject({ ok: true });
  });

  it('refuse a job whose turn does not come within its patience', async () => {
    const it = start({ texts: 1, pictures: 1 });
    const slow = slowFile();
    const running = it.thumbnail({ source: slow.source, extension: 'png', width: 5 });
    await slow.requested;
    const late = it.thumbnail(
      { source: sourceOfBytes(smallPicture), extension: 'png', width: 5 },
      { waitTimeoutMs: 50 },
    );
    await expect(late).rejects.toThrow(SchedulerTimeout);
    it.close();
    expect(await running).toMatchObject({ ok: false, code: 'aborted' });
  });

  it('do many jobs at once, each with its own result', async () => {
    const it = start({ texts: 3, pictures: 1 });
    const tokens = Array.from({ length: 40 }, (_, i) => `word${i}`);
    const results = await Promise.all(tokens.map((word) => it.extract(text(word))));
    expect(results.map((result) => (result.ok ? result.passages[0]?.text : result.code))).toEqual(tokens);
    expect(it.pids.length).toBeLessThanOrEqual(3);
  });

  it('rethrow the error of the passage consumer', async () => {
    const it = start();
    const fail = () => Promise.reject(new Error('database is away'));
    await expect(it.extract(text(), { onPassages: fail })).rejects.toThrow('database is away');
    expect(await it.extract(text())).toMatchObject({ ok: true });
  });

  it('load no parser into the parent process', async () => {
    const entry = JSON.stringify(new URL('./extract.ts', import.meta.url).href);
    const program = `const loaded = [];
      require('node:module').registerHooks({ resolve: (name, context, next) => {
        const found = next(name, context);
        loaded.push(found.url);
        return found;
      } });
      import(${entry}).then(() => console.log(loaded.length, loaded.filter((url) => url.includes('node_modules')).length));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
    const [all, foreign] = stdout.trim().split(' ').map(Number);
    expect(all).toBeGreaterThan(3);
    expect(foreign).toBe(0);
  });
});

describe('the rights of such a process', () => {
  /** Runs a program confined as the readers are. */
  async function confined(program: string, env: Record<string, string> = {}): Promise<string> {
    const { command, args, env: own } = confinement({ heapMiB: 64, totalMiB: 256 });
    Object.assign(process.env, env);
    const { stdout } = await promisify(execFile)(command, [...args.slice(0, -1), '-e', program], {
      env: own,
      cwd: '/',
    });
    return stdout.trim();
  }

  it('is not to read files, start programs or know secrets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hubkeep-confined-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const outcome = await confined(
      `const tries = { passwd: () => require('fs').readFileSync('/etc/passwd'), list: () => require('fs').readdirSync('${folder}'),
        write: () => require('fs').writeFileSync('${folder}/new', 'x'), start: () => require('child_process').execSync('true'),
        worker: () => new (require('worker_threads').Worker)('1', { eval: true }) };
      for (const [name, act] of Object.entries(tries)) { try { act(); console.log(name, 'allowed') } catch (e) { console.log(name, e.code) } }
      console.log(Object.keys(process.env).sort().join())`,
      { SECRET_KEY: 'hidden', DATABASE_URL: 'postgres://hidden' },
    );
    expect(outcome.split('\n')).toEqual([
      ...['passwd', 'list', 'write', 'start', 'worker'].map((name) => `${name} ERR_ACCESS_DENIED`),
      'LANG,MALLOC_ARENA_MAX,NODE_ENV,PATH,UV_THREADPOOL_SIZE',
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it.runIf(spawnSync('unshare', ['--user', '--map-current-user', '--net', 'true']).status === 0)(
    'is not to reach any network',
    async () => {
      const server = createServer((_request, response) => response.end('reached'));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const outcome = await confined(
        `fetch('http://127.0.0.1:${port}').then((r) => r.text(), (e) => e.cause?.code).then(console.log)`,
      );
      server.close();
      expect(outcome).not.toBe('reached');
    },
  );
});
