import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ListError } from './list-error.ts';
import { QueryProvider } from './QueryProvider.tsx';
import { useSearchQuery } from './use-search-query.ts';

type Request = { text: string; signal: AbortSignal } & ReturnType<typeof Promise.withResolvers<string>>;

let requests: Request[];
beforeEach(() => {
  requests = [];
});

const search = (text: string, signal: AbortSignal) => {
  const response = Promise.withResolvers<string>();
  requests.push({ text, signal, ...response });
  return response.promise;
};

function open(typed: string, more: { pause?: number; when?: boolean } = {}) {
  const { pause = 1, when = true } = more;
  const { result, rerender, unmount } = renderHook(
    (props: { typed: string; when: boolean }) => useSearchQuery({ of: ['words'], pause, search, ...props }),
    { initialProps: { typed, when }, wrapper: QueryProvider },
  );
  const type = (text: string) => rerender({ typed: text, when: true });
  return { result, type, unmount };
}
const texts = () => requests.map(({ text }) => text);
const sent = (text: string) => waitFor(() => expect(texts()).toContain(text));
const respond = (text: string, response: string) =>
  act(async () => requests.findLast((one) => one.text === text)?.resolve(response));

describe('a search query', () => {
  it('searches at once for nothing typed, and once typing rests for what is typed', async () => {
    const { result, type } = open('', { pause: 30 });
    expect(texts()).toEqual(['']);
    await respond('', 'all');
    await waitFor(() =>
      expect(result.current).toMatchObject({ found: { text: '', result: 'all' }, pending: false }),
    );
    for (const text of ['r', 'ri', ' riv ']) type(text);
    expect(result.current.pending).toBe(true);
    await sent('riv');
    expect(texts()).toEqual(['', 'riv']);
    expect(result.current.found).toEqual({ text: '', result: 'all' });
    await respond('riv', 'river');
    await waitFor(() => expect(result.current.found).toEqual({ text: 'riv', result: 'river' }));
    expect(result.current.pending).toBe(false);
  });

  it('aborts a request that another text has superseded, and ignores its response', async () => {
    const { result, type } = open('a');
    await sent('a');
    type('ab');
    await sent('ab');
    expect(requests[0]?.signal.aborted).toBe(true);
    await respond('ab', 'about');
    await respond('a', 'apple');
    await waitFor(() => expect(result.current.found).toEqual({ text: 'ab', result: 'about' }));
  });

  it('asks for nothing while nothing is looked for, nor for the empty text when the first letter is typed', async () => {
    const { type } = open('', { when: false });
    expect(texts()).toEqual([]);
    type('r');
    await sent('r');
    expect(texts()).toEqual(['r']);
  });

  it('reports which text failed, keeps that apart from another text, and asks again', async () => {
    const { result, type } = open('a');
    await sent('a');
    await act(async () => requests[0]?.reject(new ListError({ error: 'Too long' })));
    await waitFor(() => expect(result.current.error).toEqual({ text: 'a', message: 'Too long' }));
    expect(result.current).toMatchObject({ found: null, pending: false });
    act(() => result.current.again());
    await waitFor(() => expect(texts()).toEqual(['a', 'a']));
    expect(result.current).toMatchObject({ error: null, pending: true });
    await respond('a', 'apple');
    await waitFor(() => expect(result.current.found?.result).toBe('apple'));
    type('b');
    await sent('b');
    expect(result.current.error).toBeNull();
  });

  it('aborts the request of a screen that was left', async () => {
    const { unmount } = open('a');
    await sent('a');
    unmount();
    expect(requests[0]?.signal.aborted).toBe(true);
  });
});
