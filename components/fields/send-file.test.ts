// @vitest-environment jsdom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { draftKeys } from '#lib/browser/drafts.ts';
import type { FileUploadOptions } from './file-uploader.ts';
import { type FileUploadTarget, sendFile } from './send-file.ts';

/** The requests to a server of one upload, and the content that it received. */
let requested: string[];
let content: string;
/** Responses in place of the server's own, in order, by method. */
let instead: Record<string, ((response: ServerResponse, body: string) => void)[]>;
let server: Server;
let target: FileUploadTarget;

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, upload-offset, upload-length, upload-metadata, tus-resumable',
  'access-control-allow-methods': '*',
  'access-control-expose-headers': 'location, upload-offset',
};

function respond(request: IncomingMessage, response: ServerResponse, body: string): void {
  const { method = '', url = '', headers } = request;
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
  if (method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  const from = headers['upload-offset'];
  requested.push([method, url, from, headers['tus-resumable']].filter((one) => one !== undefined).join(' '));
  const other = instead[method]?.shift();
  if (other) {
    other(response, body);
    return;
  }
  if (method === 'POST') {
    response.writeHead(201, { location: '/uploads/u1/' }).end();
    return;
  }
  if (method === 'PATCH') content = content.slice(0, Number(from)) + body;
  response.writeHead(method === 'HEAD' ? 200 : 204, { 'upload-offset': content.length }).end();
}

beforeEach(async () => {
  requested = [];
  content = '';
  instead = {};
  window.localStorage.clear();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => respond(request, response, body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const endpoint = `http://127.0.0.1:${address.port}/uploads/`;
  target = { endpoint: () => endpoint, headers: async () => ({}), storage: () => window.localStorage };
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const FILE = new File(['0123456789'], 'ten “ü” 🛶.txt', { type: 'text/plain', lastModified: 1 });
const optionsWith = (more: Partial<FileUploadOptions> = {}): FileUploadOptions => ({
  onProgress: () => {},
  onNetwork: () => {},
  signal: new AbortController().signal,
  ...more,
});
const status =
  (code: number, body: object = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));

test('a file is begun, sent and known by its id', async () => {
  const shares: number[] = [];
  const outcome = await sendFile(
    target,
    'f_paper',
    FILE,
    optionsWith({ onProgress: (share) => shares.push(share) }),
  );
  expect(outcome).toEqual({ kind: 'sent', file: { id: 'u1', name: FILE.name, size: 10 } });
  expect(requested).toEqual(['POST /uploads/ 1.0.0', 'PATCH /uploads/u1/ 0 1.0.0']);
  expect(content).toBe('0123456789');
  expect(shares.at(-1)).toBe(1);
  expect(draftKeys(window.localStorage)).toEqual([]);
});

test('resumes at the server’s offset after a server error and after a conflict of offsets', async () => {
  const acceptFour = (code: number) => (response: ServerResponse, body: string) => {
    content += body.slice(0, 4);
    response.writeHead(code).end();
  };
  instead = { PATCH: [acceptFour(503), status(409)] };
  expect(await sendFile(target, 'f_paper', FILE, optionsWith())).toMatchObject({ kind: 'sent' });
  expect(requested.map((one) => one.replace(' 1.0.0', ''))).toEqual([
    'POST /uploads/',
    'PATCH /uploads/u1/ 0',
    'HEAD /uploads/u1/',
    'PATCH /uploads/u1/ 4',
    'HEAD /uploads/u1/',
    'PATCH /uploads/u1/ 4',
  ]);
  expect(content).toBe('0123456789');
});

test('resumes an upload that was begun before, and starts over when the server no longer has it', async () => {
  instead = { PATCH: [status(422, { code: 'late' })] };
  await sendFile(target, 'f_paper', FILE, optionsWith());
  expect(draftKeys(window.localStorage)).toHaveLength(1);
  content = '01234';
  requested = [];
  await sendFile(target, 'f_paper', FILE, optionsWith());
  expect(requested).toEqual(['HEAD /uploads/u1/ 1.0.0', 'PATCH /uploads/u1/ 5 1.0.0']);

  instead = { PATCH: [status(422, { code: 'late' })] };
  content = '';
  await sendFile(target, 'f_paper', FILE, optionsWith());
  instead = { HEAD: [status(404)] };
  requested = [];
  expect(await sendFile(target, 'f_paper', FILE, optionsWith())).toMatchObject({ kind: 'sent' });
  expect(requested.map((one) => one.split(' ')[0])).toEqual(['HEAD', 'POST', 'PATCH']);
});

test.each([
  [422, { code: 'invalid', message: 'x', fields: { paper: ['Paper is too large'] } }, 'Paper is too large'],
  [409, { code: 'form_closed', message: 'This form is closed' }, 'This form is closed'],
  [429, { code: 'too_many_attempts', message: 'Too many' }, 'Too many'],
])('reports a refusal with %s immediately', async (code, body, message) => {
  instead = { POST: [status(code, body)] };
  const outcome = await sendFile(target, 'f_paper', FILE, optionsWith());
  expect(outcome).toEqual({ kind: 'refused', code: body.code, message });
  expect(requested).toHaveLength(1);
});

test('removes a cancelled upload locally and on the server', async () => {
  const giveUp = new AbortController();
  const discarded = new Promise<void>((resolve) => {
    const finish = (response: ServerResponse) => {
      status(204)(response);
      resolve();
    };
    instead = { PATCH: [() => giveUp.abort()], DELETE: [finish] };
  });
  const outcome = await sendFile(target, 'f_paper', FILE, optionsWith({ signal: giveUp.signal }));
  expect(outcome).toEqual({ kind: 'gone' });
  await discarded;
  expect(requested.at(-1)).toBe('DELETE /uploads/u1/ 1.0.0');
  expect(draftKeys(window.localStorage)).toEqual([]);
});
