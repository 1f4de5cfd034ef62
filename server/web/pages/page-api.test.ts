import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { pageApi } from './page-api.ts';

test.each(['GET', 'POST', 'PUT'] as const)(
  'asks the API with the method that the page names: %s',
  async (method) => {
    const app = fastify();
    app.route({
      method: ['GET', 'POST', 'PUT'],
      url: '/api/v1/told/',
      handler: (request) => ({ data: request.method }),
    });
    const api = pageApi(app, new IncomingMessage(new Socket()), null, () => undefined);
    expect(await api('told/', { method })).toMatchObject({ ok: true, data: method });
    expect(await api('told/')).toMatchObject({ data: 'GET' });
    await app.close();
  },
);
