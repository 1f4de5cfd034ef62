import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { useUnloadWarning } from './use-unload-warning.ts';

const warnsBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks before the tab is closed from the same change of the screen on that says so', () => {
  const warned: [shown: string, hasDialog: boolean][] = [];
  function Note({ isUnsaved }: { isUnsaved: boolean }) {
    useUnloadWarning(isUnsaved);
    useLayoutEffect(() => {
      warned.push([isUnsaved ? 'Unsaved changes' : 'Saved', warnsBeforeClosing()]);
    });
    return null;
  }
  const { rerender, unmount } = render(<Note isUnsaved={false} />);
  rerender(<Note isUnsaved />);
  rerender(<Note isUnsaved={false} />);
  expect(warned).toEqual([
    ['Saved', false],
    ['Unsaved changes', true],
    ['Saved', false],
  ]);
  rerender(<Note isUnsaved />);
  unmount();
  expect(warnsBeforeClosing()).toBe(false);
});
