import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { renderWithMessages } from '#tests/component/render.tsx';
import { DropTarget } from './DropTarget.tsx';

/** A folder that contains itself, in the form of the browser's API. */
const endless: object = {
  name: 'more',
  isFile: false,
  isDirectory: true,
  createReader() {
    const rest = [endless];
    return { readEntries: (done: (entries: object[]) => void) => done(rest.splice(0)) };
  },
};

it('says that folders were too deep to be uploaded', async () => {
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <DropTarget
          drop={{ name: 'Rules', kind: null, maxBytes: null }}
          place={{ handle: 'harbour', slug: 'rules', parent: null }}
          onFolder={() => undefined}
        />
      </Toaster>
    </NotificationProvider>,
  );
  const items = [{ kind: 'file', webkitGetAsEntry: () => endless }];
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [], items } });
  expect(await screen.findByText('Folders more than 16 levels deep were left out.')).toBeVisible();
});
