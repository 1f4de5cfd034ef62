import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { DisclosureProvider } from '#components/disclosure/DisclosureProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Space } from '#lib/contract/space.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { SpaceForm } from './SpaceForm.tsx';

beforeAll(() => {
  // jsdom does not implement modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
});

const shell = buildShell();

const input = {
  id: 's',
  slug: 'plans',
  name: 'Plans',
  description: 'What we plan',
  visibility: 'shared',
  default_role: 'viewer',
} as Partial<Space> as Space;

function show(space?: Space) {
  const close = vi.fn();
  const hub = { name: 'Nordwind', domain_handle: 'nordwind' };
  renderWithMessages(
    <ShellProvider shell={shell}>
      <DisclosureProvider>
        <SpaceForm
          hub={hub}
          {...(space ? { initial: space } : {})}
          onClose={close}
          onSaved={() => undefined}
        />
      </DisclosureProvider>
    </ShellProvider>,
  );
  return close;
}

it.each([
  ['name', () => userEvent.type(screen.getByLabelText(/^Name/), '!')],
  ['address', () => userEvent.type(screen.getByLabelText(/^Address/), '2')],
  ['description', () => userEvent.type(screen.getByLabelText(/^Description/), '!')],
  ['visibility', () => userEvent.click(screen.getByRole('radio', { name: /Private/ }))],
  ['role', () => userEvent.selectOptions(screen.getByRole('combobox'), 'editor')],
])('asks before the settings of a space are closed with another %s', async (_what, change) => {
  const close = show(input);
  await change();
  await userEvent.click(screen.getByText('Cancel'));
  await screen.findByText('Discard what you typed?');
  expect(close).not.toHaveBeenCalled();
});

it('closes at once what nobody changed', async () => {
  const settings = show(input);
  await userEvent.click(screen.getByText('Cancel'));
  expect(settings).toHaveBeenCalled();
});

it('closes a new space at once until something was typed', async () => {
  const close = show();
  await userEvent.type(screen.getByLabelText(/^Name/), 'Plans');
  await userEvent.click(screen.getByText('Cancel'));
  await screen.findByText('Discard what you typed?');
  expect(close).not.toHaveBeenCalled();
});
