import type { Item } from '#lib/contract/item.ts';
import type { ItemPreview } from './item-preview.ts';
import { MediaPlayer } from './MediaPlayer.tsx';
import { PagesPreview } from './PagesPreview.tsx';
import { PicturePreview } from './PicturePreview.tsx';
import { TablePreview } from './TablePreview.tsx';

export type FilePreviewProps = {
  item: Item;
  preview: Extract<ItemPreview, { type: 'table' | 'pages' | 'none' }>;
};

/** The preview of a file that is no text: sheets, pages, a picture, or a player. */
export function FilePreview({ item, preview }: FilePreviewProps) {
  switch (preview.type) {
    case 'table':
      return <TablePreview id={item.id} title={item.title} sheets={preview.sheets} />;
    case 'pages':
      return <PagesPreview id={item.id} count={preview.count} />;
    case 'none':
      return item.has_thumbnail ? (
        <PicturePreview id={item.id} title={item.title} />
      ) : (
        <MediaPlayer item={item} />
      );
  }
}
