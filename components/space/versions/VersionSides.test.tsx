import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import VersionSides from './VersionSides.tsx';

function show(chosen: 'before' | 'after', canRestore = true) {
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <VersionSides
          item={buildItem({ id: 'd', kind: 'document' })}
          before={{ markdown: 'Same\n\nOld lines\n\nEnd\n', title: 'Monday' }}
          after={{ markdown: 'Same\n\nEnd\n\nNew lines\n', title: 'Today' }}
          chosen={chosen}
          canRestore={canRestore}
          onPartRestored={() => undefined}
        />
      </Toaster>
    </NotificationProvider>,
  );
}

/** What can be done with the part that has a text. */
const actsBeside = (text: string) => {
  const block = screen.getAllByText(text).map((one) => one.closest('section'))[0] ?? document.body;
  return within(block)
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
};

it('restores a part of the older text, and calls it removal where the newer one alone has it', () => {
  show('before');
  expect(actsBeside('Old lines')).toEqual(['Copy this part', 'Restore this part']);
  expect(actsBeside('New lines')).toEqual(['Remove this part']);
  expect(actsBeside('Same')).toEqual([]);
});

it('only copies parts where the newer text is not the newest', () => {
  show('after', false);
  expect(actsBeside('Old lines')).toEqual([]);
  expect(actsBeside('New lines')).toEqual(['Copy this part']);
});

/** A document over HTTP, whose text is what was sent last; one that others write in has another text each time. */
async function serveDocument(isChanging = false) {
  let markdown = 'Same\n\nEnd\n\nNew lines';
  let reads = 0;
  const item = () => ({ body: { data: buildItem({ id: 'd', kind: 'document' }) } });
  const api = await startFakeApi({
    'GET items/d/': item,
    'GET items/d/content/': () => {
      reads += 1;
      return { body: { data: { markdown: isChanging ? `${markdown} ${reads}` : markdown } } };
    },
    'PATCH items/d/': ({ body }) => {
      markdown = JSON.parse(body).content;
      return item();
    },
  });
  onTestFinished(() => api.stop());
  return () => markdown;
}

it('says what was restored, and takes it back', async () => {
  const text = await serveDocument();
  show('before');
  fireEvent.click(screen.getByRole('button', { name: 'Restore this part' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(screen.getByText('The part is restored.')).toBeInTheDocument();
  expect(text()).toBe('Same\n\nOld lines\n\nEnd\n\nNew lines');
  expect(actsBeside('Old lines')).toEqual([]);
  expect(undo).toHaveFocus();
  fireEvent.click(undo);
  await screen.findByText('The text is as it was before.');
  expect(text()).toBe('Same\n\nEnd\n\nNew lines');
  expect(actsBeside('Old lines')).toEqual(['Copy this part', 'Restore this part']);
});

it('says that somebody writes where the text changes all the time, and changes nothing', async () => {
  const text = await serveDocument(true);
  show('before');
  fireEvent.click(screen.getByRole('button', { name: 'Restore this part' }));
  await screen.findByText(/Somebody is writing in this document right now/);
  expect(text()).toBe('Same\n\nEnd\n\nNew lines');
});
