import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { loginRequest, registerRequest } from './account.ts';
import { createHubRequest } from './hub.ts';
import { createItemRequest, itemListQuery, thumbnailQuery } from './item.ts';
import { searchQuery } from './search.ts';
import { createSpaceRequest } from './space.ts';

function messagesOf(schema: z.ZodType, value: unknown): Record<string, string[]> {
  const { error } = schema.safeParse(value);
  const messages: Record<string, string[]> = {};
  for (const issue of error?.issues ?? []) {
    const key = issue.path.join('.');
    messages[key] = [...(messages[key] ?? []), issue.message];
  }
  return messages;
}

describe('a request', () => {
  it('names a missing value in a sentence', () => {
    expect(messagesOf(registerRequest, {})).toEqual({
      email: ['Please enter Email'],
      password: ['Please enter Password'],
    });
    expect(messagesOf(createHubRequest, { domain_handle: 'x' })).toEqual({ name: ['Please enter Name'] });
    expect(messagesOf(createItemRequest, { title: 'x' })).toEqual({ kind: ['Please enter Kind'] });
  });

  it('reports every rule that a password breaks', () => {
    expect(messagesOf(registerRequest, { email: 'a@b.test', password: 'short' }).password).toHaveLength(4);
  });

  it('does not judge a password that is only compared', () => {
    expect(loginRequest.safeParse({ email: 'a@b.test', password: 'x' }).success).toBe(true);
  });

  it('refuses blanks, control characters and other types, and says which', () => {
    expect(messagesOf(createSpaceRequest, { name: '   ' }).name).toEqual([
      'Name cannot be a blank character',
    ]);
    expect(messagesOf(createSpaceRequest, { name: 7 }).name).toEqual(['Name is not a valid text']);
    expect(messagesOf(createSpaceRequest, { name: 'a\0b' }).name?.[0]).toMatch(/cannot be shown/);
    expect(messagesOf(createSpaceRequest, { name: 'x', visibility: 'secret' }).visibility).toEqual([
      'Visibility must be one of [public, shared, private]',
    ]);
  });

  it.each(['😀'.repeat(255), 'ש'.repeat(255), ' padded ', '../../etc/passwd', 'x'])(
    'keeps the name %j as it was given',
    (name) => expect(createSpaceRequest.parse({ name }).name).toBe(name),
  );

  it('refuses a name of 256 characters', () => {
    expect(messagesOf(createSpaceRequest, { name: '😀'.repeat(256) }).name).toEqual([
      'Name cannot be longer than 255 characters',
    ]);
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const schema of [registerRequest, createHubRequest, createSpaceRequest, createItemRequest]) {
          const { error } = schema.safeParse(value);
          for (const issue of error?.issues ?? []) expect(issue.message).not.toBe('');
        }
      }),
    );
  });
});

describe('a list', () => {
  it('begins with page 1 of 10', () => {
    expect(itemListQuery.parse({})).toMatchObject({ page: 1, page_size: 10, trashed: false });
  });
  it('trims texts, and takes empty ones for absent', () => {
    expect(itemListQuery.parse({ q: '  boat ', kind: ' table ', sort: '' })).toMatchObject({
      q: 'boat',
      kind: 'table',
      sort: undefined,
    });
  });
  it.each(['0', '-1', '1.5', 'abc', '1e9', '999999999999999999999', '0x10'])('refuses page %s', (page) => {
    expect(messagesOf(itemListQuery, { page }).page).toHaveLength(1);
  });
  it.each(['0', '101', 'ten'])('refuses a page size of %s', (page_size) => {
    expect(messagesOf(itemListQuery, { page_size }).page_size).toHaveLength(1);
  });
  it.each(['1', ' 7 ', '100000', 3])('takes page %s', (page) => {
    expect(itemListQuery.parse({ page }).page).toBe(Number(page));
  });
});

describe('a search', () => {
  it('takes whatever is typed, also nothing', () => {
    expect(searchQuery.parse({}).q).toBe('');
    expect(searchQuery.parse({ q: '"-( %' }).q).toBe('"-( %');
    expect(messagesOf(searchQuery, { q: ['a'] }).q).toEqual(['Search is not a valid text']);
  });
  it('takes days and moments, and no other dates', () => {
    expect(searchQuery.parse({ q: 'x', from: '2026-02-28', to: '2026-03-01T10:00:00Z' }).from).toBe(
      '2026-02-28',
    );
    expect(messagesOf(searchQuery, { q: 'x', from: 'yesterday' }).from).toEqual([
      'From must be a date written as YYYY-MM-DD',
    ]);
    expect(messagesOf(searchQuery, { q: 'x', to: '2026-13-45' }).to).toHaveLength(1);
  });
});

it('bounds the width of a thumbnail', () => {
  expect(thumbnailQuery.parse({ w: '999999' }).w).toBe(2048);
  expect(thumbnailQuery.safeParse({ w: '0' }).success).toBe(false);
  expect(thumbnailQuery.safeParse({ w: '-5' }).success).toBe(false);
});
