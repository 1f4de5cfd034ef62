import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { openDocumentPage } from '#tests/harness/document-socket.ts';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { type BenchAccount, benchAccount, createItem } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { watchKeys } from './keystroke.ts';
import { visits } from './page.ts';
import { processorTime } from './processor-time.ts';
import { removeFolder, type Serving, startServing, temporaryFolder } from './serving.ts';
import { bareKeystrokes, keystrokes, relayFloor, treeFloor, withBarePage } from './together-floors.ts';
import { createDocuments } from './written-content.ts';

const WRITERS = 50;
const ROUNDS = 6;
/** How long somebody pauses between two words, in milliseconds. */
const PAUSE_MS = 500;
const TREE = 5_000;
/** Documents of 2 kB that make fifty pages of text. */
const PAGES = 50;
const KEYSTROKES = 60;
/** How often a document is opened to be edited, each way. */
const OPENINGS = 5;
const READS = 60;

const call = async (account: BenchAccount, path: string): Promise<Response> => {
  const response = await fetch(`${account.url}/${path}`, { headers: account.headers });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
};

/** Fifty writers in one document, each a word every half second, and one who only reads: when a word is on the reader's side. */
async function writersRows(account: BenchAccount, serving: Serving): Promise<BenchRow[]> {
  const lines = Array.from({ length: WRITERS }, (_, at) => `Writer ${at}`);
  const id = await createItem(account, { kind: 'document', title: 'Together', content: lines.join('\n\n') });
  const reader = await openDocumentPage(serving.url, account.token, id);
  const seen = new Map<string, number>();
  reader.shared.on('update', () => {
    const now = performance.now();
    for (const [mark] of reader.text().matchAll(/w\d+r\d+e/g)) if (!seen.has(mark)) seen.set(mark, now);
  });
  const writers = await Promise.all(lines.map(() => openDocumentPage(serving.url, account.token, id)));
  const sent = new Map<string, number>();
  const before = processorTime(serving.pid, { descendants: true });
  const began = performance.now();
  let most = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, writer] of writers.entries()) {
      const mark = `w${at}r${round}e`;
      const text = writer.text().replace(new RegExp(`^Writer ${at}\\b.*$`, 'm'), (line) => `${line} ${mark}`);
      sent.set(mark, performance.now());
      writer.write(text);
      await sleep(PAUSE_MS / WRITERS);
    }
    most = Math.max(most, serving.residentBytes());
  }
  await Promise.all(writers.map((writer) => writer.allStored()));
  while (seen.size < sent.size) await sleep(20);
  const seconds = (performance.now() - began) / 1000;
  const used = processorTime(serving.pid, { descendants: true }) - before;
  for (const writer of [reader, ...writers]) writer.close();
  const delays = [...sent].map(([mark, at]) => (seen.get(mark) ?? Number.NaN) - at);
  const bare = await relayFloor(WRITERS, ROUNDS, PAUSE_MS);
  const floor = (value: number) => ({ what: 'a relay of sockets that stores nothing', value });
  const work = `a word of one of ${WRITERS} writers, until another reads it`;
  return [
    { work: `${work}, p50`, value: percentile(delays, 0.5), unit: 'ms', floor: floor(bare.p50) },
    { work: `${work}, p99`, value: percentile(delays, 0.99), unit: 'ms', floor: floor(bare.p99) },
    {
      work: `${WRITERS} writers of one document, ${Math.round(sent.size / seconds)} words/s: processor time of the server and its database`,
      value: used / seconds / 10,
      unit: '% of a core',
      floor: floor(bare.share),
      note: `the process had at most ${Math.round(most / 1024 ** 2)} MiB; the writers ran on the same two cores`,
    },
  ];
}

/** A level of a space's tree with 5,000 documents, in parts of a thousand. */
async function treeRow(account: BenchAccount, dataDir: string): Promise<BenchRow> {
  for (let made = 0; made < TREE; made += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        createItem(account, { kind: 'document', title: `Document ${made + at}`, content: '' }),
      ),
    );
  const times: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const begin = performance.now();
    await (await call(account, `spaces/${account.space}/tree/?page_size=1000`)).json();
    times.push(performance.now() - begin);
  }
  return {
    work: `1,000 lines of a tree of ${TREE} documents, p50`,
    value: percentile(times, 0.5),
    unit: 'ms',
    floor: { what: 'their titles by the driver', value: await treeFloor(dataDir, times.length) },
  };
}

const cookieOf = ({ token }: BenchAccount) => ({ name: 'hubkeep_session', value: token });

/** Records in the page how long it takes from a click until the text has the focus and is painted. */
function watchOpening(): void {
  let clicked = Number.NaN;
  document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { capture: true, once: true });
  const opened = new Promise<number>((resolve) => {
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement) || target.role !== 'textbox' || !target.isContentEditable) return;
      requestAnimationFrame(() => {
        // A message is handled after the frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - clicked);
        port2.postMessage(null);
      });
    });
  });
  Object.assign(window, { opened, watchedFrom: performance.now() });
}

/** The compressed bytes of scripts that came since. */
function bytesSinceWatched(): number {
  const from: number = Reflect.get(window, 'watchedFrom');
  return performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter(({ name, startTime }) => startTime >= from && new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** How long a hand is on a button before it presses it, and presses it, in milliseconds; a program does both at once. */
const BY_HAND = { over: 200, down: 80 };
const BY_PROGRAM = { over: 0, down: 0 };

/** From the click on Edit until the text can be written in, by the page's own clock, and what that loads. */
async function openEditor(page: Page, address: string, { over, down } = BY_PROGRAM) {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate(watchOpening);
  const button = page.getByRole('banner').getByRole('button', { name: 'Edit' });
  if (over > 0) {
    await button.hover();
    await sleep(over);
  }
  await button.click({ delay: down });
  const ms = await page.evaluate((): Promise<number> => Reflect.get(window, 'opened'));
  await page.waitForLoadState('networkidle');
  return { ms, bytes: await page.evaluate(bytesSinceWatched) };
}

async function editorRows(browser: Browser, account: BenchAccount, serving: Serving): Promise<BenchRow[]> {
  const next = createDocuments();
  const content = Array.from({ length: PAGES }, () => next().content).join('\n\n');
  const [short, long] = [
    await createItem(account, { kind: 'document', title: 'Short', content: next().content }),
    await createItem(account, { kind: 'document', title: 'Fifty pages', content }),
  ];
  const address = (id: string) => `${serving.url}/${account.handle}/${account.space}/${id}`;
  const newContext = async () => {
    const created = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await created.addCookies([{ ...cookieOf(account), url: serving.url }]);
    return created;
  };
  /** Each with a browser that has nothing of the editor. */
  const firstOpenings = async (by: typeof BY_PROGRAM) => {
    const openings: Awaited<ReturnType<typeof openEditor>>[] = [];
    for (let at = 0; at < OPENINGS; at += 1) {
      const fresh = await newContext();
      openings.push(await openEditor(await fresh.newPage(), address(short), by));
      await fresh.close();
    }
    const median = percentile(
      openings.map(({ ms }) => ms),
      0.5,
    );
    return { median, bytes: openings[0]?.bytes ?? Number.NaN };
  };
  const first = await firstOpenings(BY_PROGRAM);
  const byHand = await firstOpenings(BY_HAND);
  const context = await newContext();
  const page = await context.newPage();
  const again: number[] = [];
  for (let at = 0; at <= OPENINGS; at += 1) again.push((await openEditor(page, address(short))).ms);
  again.shift();
  await openEditor(page, address(long));
  await page.evaluate(watchKeys);
  await page.getByRole('textbox', { name: 'Text' }).locator('p').first().click();
  const keys = await keystrokes(page, KEYSTROKES);
  const bareKeys = await bareKeystrokes(await context.newPage(), KEYSTROKES);
  await context.close();
  const cookie = `hubkeep_session=${account.token}`;
  const readsPerSecond = async (url: string) => {
    const begin = performance.now();
    for (let at = 0; at < READS; at += 1) await (await fetch(url, { headers: { cookie } })).text();
    return READS / ((performance.now() - begin) / 1000);
  };
  const reads = await readsPerSecond(address(short));
  const html = await (await fetch(address(short), { headers: { cookie } })).text();
  const bare = await withBarePage(html, async (url) => ({
    reads: await readsPerSecond(url),
    paintMs: (await visits(browser, url, null)).largestPaintMs,
  }));
  const seen = await visits(browser, address(short), cookieOf(account));
  const goal = (value: number) => ({ value, atMost: true });
  return [
    {
      work: 'a document, from the click on Edit to writing, the first time, p50',
      value: first.median,
      unit: 'ms',
      goal: goal(300),
    },
    {
      work: 'the same by hand: 200 ms over the button, 80 ms pressed, p50',
      value: byHand.median,
      unit: 'ms',
      goal: goal(300),
    },
    { work: 'the same again, at once, p50', value: percentile(again, 0.5), unit: 'ms', goal: goal(300) },
    {
      work: 'what Edit loads of JavaScript, as sent',
      value: first.bytes / 1000,
      unit: 'kB',
      goal: goal(220),
    },
    {
      work: 'a keystroke in a document of 50 pages, to its paint, p50',
      value: percentile(keys, 0.5),
      unit: 'ms',
      floor: { what: 'a bare text area', value: percentile(bareKeys, 0.5) },
      goal: goal(16),
    },
    {
      work: 'the same, p95',
      value: percentile(keys, 0.95),
      unit: 'ms',
      goal: goal(16),
      floor: { what: 'a bare text area', value: percentile(bareKeys, 0.95) },
    },
    {
      work: 'reading pages of a document of 2 kB rendered, one after the other',
      value: reads,
      unit: '/s',
      floor: { what: 'the same HTML from a bare server', value: bare.reads },
    },
    {
      work: 'reading page: largest contentful paint, cold',
      value: seen.largestPaintMs,
      unit: 'ms',
      floor: { what: 'its HTML without scripts', value: bare.paintMs },
    },
  ];
}

/** Writing together, the editor, and reading. */
export const togetherBench: Bench = {
  name: 'together',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    const launch = await chromiumLaunch();
    const browser = await chromium.launch({
      ...launch,
      args: [...(launch.args ?? []), '--disable-frame-rate-limit', '--disable-gpu-vsync'],
    });
    try {
      const account = await benchAccount(serving.url);
      const rows = await writersRows(account, serving);
      rows.push(...(await editorRows(browser, account, serving)), await treeRow(account, dataDir));
      return rows;
    } finally {
      await browser.close();
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};
