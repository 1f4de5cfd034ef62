import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Space } from '#lib/contract/space.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ExportItem } from './ExportItem.tsx';
import { ExportSpace } from './ExportSpace.tsx';

beforeAll(() => {
  // jsdom does not implement modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
});

it.each([
  ['document', 'Format', 'PDF', 'pdf'],
  ['folder', 'Documents as', 'Word (DOCX)', 'docx'],
] as const)('downloads a %s in the chosen format, and closes', async (kind, legend, label, format) => {
  const onClose = vi.fn();
  const addresses: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    addresses.push(this.getAttribute('href') ?? '');
  });
  renderWithMessages(
    <ExportItem item={{ id: 'one', kind, title: 'Boats', allowed: ['item.change'] }} onClose={onClose} />,
  );
  expect(screen.getByRole('group', { name: legend })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: label }));
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  click.mockRestore();
  expect(addresses).toHaveLength(1);
  expect(addresses[0]).toMatch(new RegExp(`items/one/export/\\?format=${format}$`));
  expect(onClose).toHaveBeenCalled();
});

it.each([
  { allowed: ['item.change'], boxes: 1 },
  { allowed: [], boxes: 0 },
] as const)(
  'offers the version history of a folder to those who may change it: $boxes',
  async ({ allowed, boxes }) => {
    const addresses: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      addresses.push(this.getAttribute('href') ?? '');
    });
    const item = { id: 'one', kind: 'folder' as const, title: 'Boats', allowed: [...allowed] };
    renderWithMessages(<ExportItem item={item} onClose={() => undefined} />);
    const found = screen.queryAllByRole('checkbox', { name: /version history/ });
    expect(found).toHaveLength(boxes);
    for (const box of found) await userEvent.click(box);
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    click.mockRestore();
    expect(addresses[0]).toMatch(boxes === 1 ? /format=md&versions=true$/ : /format=md$/);
  },
);

it('offers the version history of a space to those who may write in it', () => {
  const space = { slug: 'plans', name: 'Plans' };
  const boxes = () => screen.queryAllByRole('checkbox', { name: /version history/ });
  const { unmount } = renderWithMessages(
    <ExportSpace handle="club" space={{ ...space, allowed: ['space.view'] }} onClose={() => undefined} />,
  );
  expect(boxes()).toEqual([]);
  unmount();
  const allowed: Space['allowed'] = ['space.view', 'space.create_item'];
  renderWithMessages(<ExportSpace handle="club" space={{ ...space, allowed }} onClose={() => undefined} />);
  expect(boxes()).toHaveLength(1);
});
