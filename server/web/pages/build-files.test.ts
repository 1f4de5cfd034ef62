import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { compressBuild } from '../../../scripts/compress-build.mjs';
import { buildFileSender } from './build-files.ts';

const SCRIPT = 'export const pages = "built";\n'.repeat(40);

const folder = mkdtempSync(join(tmpdir(), 'build-files-'));
mkdirSync(join(folder, 'static', 'chunks'), { recursive: true });
writeFileSync(join(folder, 'static', 'chunks', 'a1.js'), SCRIPT);
writeFileSync(join(folder, 'static', 'chunks', 'small.js'), '1;');
writeFileSync(join(folder, 'static', 'chunks', 'a1.css'), 'p { margin: 0; }\n'.repeat(40));
writeFileSync(join(folder, 'build-manifest.json'), '{}'.repeat(400));
writeFileSync(join(folder, 'static', 'chunks', 'half.js'), SCRIPT);
compressBuild(folder);
const half = join(folder, 'static', 'chunks', 'half.js.gz');
truncateSync(half, statSync(half).size - 6);

const app = fastify();
const send = buildFileSender(app, folder);
app.all('/*', async (request, reply) => {
  if (await send(request, reply)) return reply;
  return reply.send('by Next');
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, deflate, br' }) =>
  app.inject({ method: 'GET', url, headers });

it('sends a script and a style as the build has compressed them, to be stored permanently', async () => {
  const script = await get('/_next/static/chunks/a1.js');
  expect(gunzipSync(script.rawPayload).toString()).toBe(SCRIPT);
  expect(script.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/javascript; charset=UTF-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const style = await get('/_next/static/chunks/a1.css');
  expect(style.headers['content-type']).toBe('text/css; charset=UTF-8');
});

it.each([
  ['a client that can not read gzip', {}],
  ['a client that refuses gzip', { 'accept-encoding': 'br, gzip;q=0' }],
  ['a part of a file', { 'accept-encoding': 'gzip', range: 'bytes=0-9' }],
])('leaves %s to Next', async (_who, headers: Record<string, string>) => {
  expect((await get('/_next/static/chunks/a1.js', headers)).body).toBe('by Next');
});

it.each([
  '/_next/static/chunks/small.js',
  '/_next/static/chunks/missing.js',
  '/_next/static/chunks/half.js',
  '/_next/static/chunks/a1.js.gz',
  '/_next/static/../build-manifest.json',
  '/_next/static/%2e%2e/build-manifest.json',
])('leaves %s to Next', async (url) => {
  expect((await get(url)).body).toBe('by Next');
});

it('leaves everything to Next where nothing was built', async () => {
  const bare = fastify();
  const sendNothing = buildFileSender(bare, join(folder, 'nowhere'));
  bare.all('/*', async (request, reply) => ((await sendNothing(request, reply)) ? reply : 'by Next'));
  expect((await bare.inject('/_next/static/chunks/a1.js')).body).toBe('by Next');
  await bare.close();
});
