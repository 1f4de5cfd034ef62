import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldValues } from '#lib/contract/form-definition.ts';
import { ApiError, conflict, invalid } from '#server/platform/http/api-error.ts';
import { checkRefusal, checkResponse } from './check-response.ts';
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

describe('checking a refusal', () => {
  const stale = (data: unknown) => conflict('stale_revision', 'Somebody else changed this meanwhile.', data);
  const changing = route({
    method: 'PATCH',
    path: 'entries/:id/',
    publishes: 'nothing',
    summary: 'Change an entry',
    auth: 'anyone',
    handle: () => sample,
    response: entry,
    refusalData: entry,
  });

  it('passes data of the route’s schema, data of the code’s schema, and none', () => {
    expect(() => checkRefusal(changing, stale(sample))).not.toThrow();
    const ended = new ApiError(401, 'not_signed_in', 'Sign in again.', { data: { ended: 'expired' } });
    expect(() => checkRefusal(entries, ended)).not.toThrow();
    expect(() => checkRefusal(entries, invalid({ title: ['Please enter Title'] }))).not.toThrow();
  });

  it.each([
    ['data of another type', changing, stale({ ...sample, id: 1 }), 'data.id: '],
    ['data with an unknown key', changing, stale({ ...sample, secret: 1 }), 'data.secret: it is not'],
    ['data on a route without a schema', entries, stale(sample), 'data: it has no schema'],
    ['a code that is no word', entries, new ApiError(409, 'Not this', 'No.'), 'code: '],
    ['a field without a message', entries, invalid({ title: [] }), 'fields.title: '],
  ])('refuses %s, and names the route and the place', (_, where, refusal, place) => {
    expect(() => checkRefusal(where, refusal)).toThrow(/ refuses with what no schema says/);
    expect(() => checkRefusal(where, refusal)).toThrow(place);
  });
});
