import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldValues } from '#lib/contract/form-definition.ts';
import { checkResponse } from './check-response.ts';
import { route } from './route.ts';

const entry = z.object({ id: z.string(), tags: z.array(z.object({ name: z.string() })) });
const sample = { id: '1', tags: [{ name: 'a' }] };
const entries = route({
  method: 'GET',
  path: 'entries/',
  summary: 'Entries',
  auth: 'anyone',
  handle: () => [sample],
  response: z.array(entry),
});

describe('checking a response', () => {
  it('passes what the schema says, within the envelope of a list', () => {
    const body = { data: [sample, sample], count: 2, page: 1, page_size: 10, next: null };
    expect(() => checkResponse(entries, body)).not.toThrow();
  });

  it.each([
    [
      'an unknown key',
      { data: [sample, { ...sample, secret: 1 }] },
      'data.1.secret: it is not in the schema',
    ],
    ['an unknown key deep inside', { data: [{ id: '1', tags: [{ name: 'a', x: 0 }] }] }, 'data.0.tags.0.x'],
    ['a value of another type', { data: [{ ...sample, id: 1 }] }, 'data.0.id: '],
    ['a missing value', { data: [{ id: '1' }] }, 'data.0.tags: '],
    ['a key beside data that no envelope has', { data: [], total: 3 }, 'total'],
  ])('refuses %s, and names the route and the place', (_, body, place) => {
    expect(() => checkResponse(entries, body)).toThrow(/^GET entries\/ sends/);
    expect(() => checkResponse(entries, body)).toThrow(place);
  });

  it('passes a key __proto__ in a value that anybody may have stored', () => {
    const values = route({
      method: 'GET',
      path: 'values/',
      summary: 'Values',
      auth: 'anyone',
      handle: () => ({}),
      response: fieldValues,
    });
    const stored: unknown = JSON.parse('{"json":{"__proto__":{"a":1},"list":[{"__proto__":null}]}}');
    expect(() => checkResponse(values, { data: stored })).not.toThrow();
  });

  it('reads a response as it goes over the wire: what is undefined is not sent', () => {
    expect(() => checkResponse(entries, { data: [{ ...sample, extra: undefined }] })).not.toThrow();
  });
});
