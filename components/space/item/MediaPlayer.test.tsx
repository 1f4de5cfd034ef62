import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FilePreview } from './FilePreview.tsx';
import { PreviewView } from './PreviewView.tsx';

const PLACE = { content: { current: null }, reached: { current: null }, FilePreview };

const media = (file_name: string, mime: string) =>
  buildItem({ kind: 'media', title: 'Assembly', file_name, mime });

it.each([
  ['a.mp3', 'audio/mpeg', 'AUDIO'],
  ['a.wav', 'audio/wav', 'AUDIO'],
  ['a.ogg', 'audio/ogg', 'AUDIO'],
  ['a.mp4', 'video/mp4', 'VIDEO'],
  ['a.webm', 'video/webm', 'VIDEO'],
])('plays %s with the browser’s controls, and not by itself', async (name, mime, tag) => {
  const item = media(name, mime);
  renderWithMessages(<PreviewView item={item} preview={{ type: 'none' }} {...PLACE} />);
  const player = await screen.findByLabelText('Player of Assembly');
  expect(player.tagName).toBe(tag);
  expect(player).toHaveAttribute('controls');
  expect(player).toHaveAttribute('preload', 'metadata');
  expect(player).not.toHaveAttribute('autoplay');
  expect(player).toHaveAttribute('src', expect.stringMatching(new RegExp(`items/${item.id}/file/$`)));
});

it('says what the browser can’t play, and offers the file under the item’s name', async () => {
  renderWithMessages(
    <PreviewView item={media('old.avi', 'video/x-msvideo')} preview={{ type: 'none' }} {...PLACE} />,
  );
  fireEvent.error(await screen.findByLabelText('Player of Assembly'));
  expect(screen.getByText('Your browser can’t play this file')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'Assembly.avi');
});
