import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FilePreview } from './FilePreview.tsx';
import { PreviewView } from './PreviewView.tsx';

test('says why a document is shown as plain text, and shows its text', () => {
  renderWithMessages(
    <PreviewView
      item={buildItem()}
      preview={{ type: 'text', text: '# Long', is_plain: true }}
      content={{ current: null }}
      reached={{ current: null }}
      FilePreview={FilePreview}
    />,
  );
  expect(screen.getByText(/shown as plain text/)).toBeVisible();
  expect(screen.getByText('# Long')).toBeVisible();
});
