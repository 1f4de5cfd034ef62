import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
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
          onRestored={() => undefined}
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
