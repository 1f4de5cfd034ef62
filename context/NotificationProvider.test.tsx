import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { NotificationProvider, useNotification } from './NotificationProvider.tsx';

const state = ({ loading, error, message }: ReturnType<typeof useNotification>) => ({
  loading,
  error,
  message,
});

test('starting clears message and error, a success clears both, a failure stays', () => {
  const { result } = renderHook(useNotification, { wrapper: NotificationProvider });
  expect(state(result.current)).toEqual({ loading: false, error: null, message: null });

  act(() => result.current.start());
  expect(state(result.current)).toEqual({ loading: true, error: null, message: null });
  act(() => result.current.fail('The server is away'));
  expect(state(result.current)).toEqual({ loading: false, error: 'The server is away', message: null });
  act(() => result.current.start());
  expect(state(result.current)).toEqual({ loading: true, error: null, message: null });

  act(() => result.current.notify('Saved'));
  expect(result.current.message).toBe('Saved');
  act(() => result.current.start());
  expect(result.current.message).toBeNull();
  act(() => result.current.fail('Again'));
  act(() => result.current.notify('Saved'));
  act(() => result.current.succeed());
  expect(state(result.current)).toEqual({ loading: false, error: null, message: null });
});
