import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ListFooter } from './ListFooter.tsx';
import { PanelTabs } from './PanelTabs.tsx';

const TABS = [
  { key: 'people', label: 'People' },
  { key: 'links', label: 'Links' },
  { key: 'reasons', label: 'Reasons' },
] as const;

function Panel() {
  const [tab, setTab] = useState<(typeof TABS)[number]['key']>('people');
  return (
    <PanelTabs label="Access" tabs={TABS} current={tab} onSelect={setTab}>
      What {tab} shows
    </PanelTabs>
  );
}

test('tabs of a panel are selected by arrow keys, Home and End, and only the selected one is in the order of Tab', async () => {
  renderWithMessages(<Panel />);
  const tab = (name: string) => screen.getByRole('tab', { name });
  expect(screen.getByRole('tablist', { name: 'Access' })).toBeVisible();
  await userEvent.tab();
  expect(tab('People')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(tab('Reasons')).toHaveFocus();
  expect(tab('Reasons')).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel', { name: 'Reasons' })).toHaveTextContent('What reasons shows');
  await userEvent.keyboard('{ArrowRight}');
  expect(tab('People')).toHaveFocus();
  await userEvent.keyboard('{End}');
  expect(tab('Reasons')).toHaveFocus();
  await userEvent.keyboard('{Home}{ArrowRight}');
  expect(tab('Links')).toHaveFocus();
  expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toEqual([tab('Links')]);
  await userEvent.click(tab('People'));
  expect(screen.getByRole('tabpanel', { name: 'People' })).toBeVisible();
});

test('the footer of a list loads the next page, or says why it is missing and tries again', async () => {
  const loadMore = vi.fn(async () => undefined);
  const list = { error: null, loading: false, hasMore: true, loadMore };
  const { rerender } = renderWithMessages(<ListFooter list={list} />);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(loadMore).toHaveBeenCalledTimes(1);
  rerender(<ListFooter list={{ ...list, error: 'No network' }} />);
  expect(screen.getByRole('alert')).toHaveTextContent('No network');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(loadMore).toHaveBeenCalledTimes(2);
  rerender(<ListFooter list={{ ...list, hasMore: false }} />);
  expect(screen.queryByRole('button')).toBeNull();
});
