import { expect, it } from 'vitest';
import { z } from 'zod';
import { listEnvelope, messageEnvelope, route } from './route.ts';

const note = z.object({ id: z.string(), at: z.string(), pinned: z.boolean().nullable() });
const sent = { id: '1', at: '2026-01-01T00:00:00Z', pinned: null };
const first = { page: 1, page_size: 10 };
const address = { method: 'GET', path: 'notes/', summary: 'Notes', auth: 'anyone' } as const;

it('takes what its response schema says, from the handler or from its presenter', () => {
  const plain = route({ ...address, handle: async () => sent, response: note });
  const listed = route({
    ...address,
    handle: () => listEnvelope([sent], first),
    response: z.array(note),
  });
  const presented = route({
    ...address,
    handle: async () => new Date(0),
    present: (at) => ({ ...sent, at: at.toISOString() }),
    response: note,
  });
  const message = route({ ...address, handle: () => messageEnvelope('Done.'), response: z.null() });
  expect([plain, listed, presented, message].map(({ response }) => response)).toHaveLength(4);
});

it('does not compile where it sends something else than its schema says', () => {
  const refused = [
    // @ts-expect-error a date is no text
    route({ ...address, handle: async () => ({ ...sent, at: new Date(0) }), response: note }),
    // @ts-expect-error `pinned` is missing
    route({ ...address, handle: () => ({ id: '1', at: '' }), response: note }),
    // @ts-expect-error what the presenter gives is no text
    route({ ...address, handle: () => 1, present: (id) => ({ ...sent, id }), response: note }),
    // @ts-expect-error the entries of the list are something else
    route({ ...address, handle: () => listEnvelope([1], first), response: z.array(note) }),
    // @ts-expect-error a message stands beside data that the schema does not have
    route({ ...address, handle: () => messageEnvelope('Done.', sent), response: z.null() }),
    // @ts-expect-error there is neither a schema nor a stream
    route({ ...address, handle: () => undefined }),
  ];
  expect(refused).toHaveLength(6);
});
