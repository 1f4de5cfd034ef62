import { expect, test } from 'vitest';
import { newsOfWrite } from './news-of-write.ts';

const write = (path: string, userId: string | null) =>
  newsOfWrite({ path, userId, authorized: undefined, result: undefined });

test('what may end a session is news; what only begins one is none', () => {
  expect(write('auth/logout/', 'one')).toEqual([{ about: 'account', userId: 'one' }]);
  expect(write('auth/password/reset/', null)).toEqual([{ about: 'account', userId: null }]);
  for (const path of ['auth/login/', 'auth/register/', 'auth/password/forgot/', 'auth/share-link/']) {
    expect(write(path, null), path).toEqual([]);
  }
});
