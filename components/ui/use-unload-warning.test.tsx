import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { useUnloadWarning } from './use-unload-warning.ts';

const isAskedBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks before the tab is closed from the same change of the screen on that says so', () => {
  const asked: [shown: string, asked: boolean][] = [];
  function Note({ isUnsaved }: { isUnsaved: boolean }) {
    useUnloadWarning(isUnsaved);
    useLayoutEffect(() => {
      asked.push([isUnsaved ? 'Unsaved changes' : 'Saved', isAskedBeforeClosing()]);
    });
    return null;
  }
  const { rerender, unmount } = render(<Note isUnsaved={false} />);
  rerender(<Note isUnsaved />);
  rerender(<Note isUnsaved={false} />);
  expect(asked).toEqual([
    ['Saved', false],
    ['Unsaved changes', true],
    ['Saved', false],
  ]);
  rerender(<Note isUnsaved />);
  unmount();
  expect(isAskedBeforeClosing()).toBe(false);
});
