import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type SpaceView, spaceViewOf } from '#components/space/view/space-view.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { EmptyItems } from './EmptyItems.tsx';

const show = (hasForms: boolean, mayAdd: boolean, view: Partial<SpaceView> = {}) =>
  renderWithMessages(
    <EmptyItems
      view={{ ...spaceViewOf({}), ...view }}
      base="/harbour/rules"
      hasForms={hasForms}
      onChoose={mayAdd ? () => undefined : null}
    />,
  );

it.each([true, false])('says "nothing" only where no forms stand above (may add: %s)', (mayAdd) => {
  show(false, mayAdd);
  expect(screen.getByText('Nothing here yet')).toBeVisible();
});

it.each([true, false])('names what is missing beside the forms that stand above (may add: %s)', (mayAdd) => {
  show(true, mayAdd);
  expect(screen.getByText('No documents, tables or files yet')).toBeVisible();
  expect(screen.queryByText('Nothing here yet')).toBeNull();
});

it('does not deny the titles of forms that match a filter', () => {
  show(true, true, { q: 'berth' });
  expect(screen.getByText('No document, table or file has “berth” in its title')).toBeVisible();
});
