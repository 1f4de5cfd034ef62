import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type SpaceView, spaceViewOf } from '#components/space/view/space-view.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ViewControls } from './ViewControls.tsx';

const controls = (view: SpaceView) => (
  <ViewControls base="/hub/space" slug="space" view={view} personName={null} people />
);

test('a filter that is taken back elsewhere on the page leaves its field, and is not applied again', () => {
  const { rerender } = renderWithMessages(controls(spaceViewOf({ q: 'plan' })));
  const field = screen.getByRole('searchbox');
  expect(field).toHaveValue('plan');
  rerender(controls(spaceViewOf({})));
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('preserves the text being typed when the list of an earlier text arrives', () => {
  const { rerender } = renderWithMessages(controls(spaceViewOf({ q: 'plan' })));
  screen.getByRole('searchbox').focus();
  rerender(controls(spaceViewOf({ q: 'pla' })));
  expect(screen.getByRole('searchbox')).toHaveValue('plan');
});
