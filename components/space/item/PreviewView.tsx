import dynamic from 'next/dynamic';
import type { ComponentType, RefObject } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Notice } from '#components/ui/Notice.tsx';
import { PlainText } from '#components/ui/Prose.tsx';
import type { Item } from '#lib/contract/item.ts';
import { space } from '#styles/tokens.ts';
import { DocumentHtml } from './DocumentHtml.tsx';
import type { FilePreviewProps } from './FilePreview.tsx';
import type { ItemPreview } from './item-preview.ts';
import { useUrlLocation } from './use-url-location.ts';

/** Only where there is nothing to be seen. */
const NoPreview = dynamic(() => import('./NoPreview.tsx').then((file) => file.NoPreview));
const FailedPreview = dynamic(() => import('./NoPreview.tsx').then((file) => file.FailedPreview));

/** Whether a file of this type is audio or video. */
const isMedia = (mime: string | null): boolean => /^(?:audio|video)\//.test(mime ?? '');

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(6)};
  min-width: 0;
`;

type PreviewViewProps = {
  item: Item;
  preview: ItemPreview;
  /** The element that shows it, and the location in the address that was scrolled to in it. */
  content: RefObject<HTMLElement | null>;
  reached: RefObject<string | null>;
  /** Shows what is no text. The page loads it: the build names other files of it in what is itself loaded later. */
  FilePreview: ComponentType<FilePreviewProps>;
};

/** Renders an item's preview by its type. */
export function PreviewView({ item, preview, content, reached, FilePreview }: PreviewViewProps) {
  useUrlLocation(content, preview.type === 'html' ? preview : null, reached);
  const isCut = 'truncated' in preview && preview.truncated === true;
  const isPlain = preview.type === 'text' && preview.is_plain === true;
  return (
    <Stack>
      {isPlain && (
        <Notice tone="warning">
          <FormattedMessage id="item.plain_markdown" />
        </Notice>
      )}
      <Content item={item} preview={preview} FilePreview={FilePreview} />
      {isCut && (
        <Notice>
          <FormattedMessage id="item.truncated" />
        </Notice>
      )}
    </Stack>
  );
}

function Content({ item, preview, FilePreview }: Pick<PreviewViewProps, 'item' | 'preview' | 'FilePreview'>) {
  switch (preview.type) {
    case 'html':
      return <DocumentHtml html={preview.html} embeds={preview.embeds} />;
    case 'text':
      return <PlainText dir="auto">{preview.text}</PlainText>;
    case 'table':
    case 'pages':
      return <FilePreview item={item} preview={preview} />;
    case 'failed':
      return <FailedPreview message={preview.message} />;
    case 'none':
      return item.has_thumbnail || (item.file_name !== null && isMedia(item.mime)) ? (
        <FilePreview item={item} preview={preview} />
      ) : (
        <NoPreview item={item} />
      );
  }
}
