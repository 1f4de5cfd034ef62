import dynamic from 'next/dynamic';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { fetchWhenIdle } from '#components/ui/idle-code.ts';
import { Notice } from '#components/ui/Notice.tsx';
import { PlainText } from '#components/ui/Prose.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import type { Item } from '#lib/contract/item.ts';
import { downloadName } from '#lib/text/download-name.ts';
import { downloadUrl } from '#services/item.ts';
import { space } from '#styles/tokens.ts';
import { DocumentHtml } from './DocumentHtml.tsx';
import type { ItemPreview } from './item-preview.ts';

/** Not for documents, which most pages show. A navigation to a file finds it fetched. */
const FilePreview = dynamic(() => import('./FilePreview.tsx').then((file) => file.FilePreview));
fetchWhenIdle(() => import('./FilePreview.tsx'));

/** Whether a file of this type is audio or video. */
const isMedia = (mime: string | null): boolean => /^(?:audio|video)\//.test(mime ?? '');

const Stack = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(6)};
  min-width: 0;
`;

/** Renders an item's preview by its type. */
export function PreviewView({ item, preview }: { item: Item; preview: ItemPreview }) {
  const isCut = 'truncated' in preview && preview.truncated === true;
  const isPlain = preview.type === 'text' && preview.is_plain === true;
  return (
    <Stack>
      {isPlain && (
        <Notice tone="warning">
          <FormattedMessage id="item.plain_markdown" />
        </Notice>
      )}
      <Content item={item} preview={preview} />
      {isCut && (
        <Notice>
          <FormattedMessage id="item.truncated" />
        </Notice>
      )}
    </Stack>
  );
}

function Content({ item, preview }: { item: Item; preview: ItemPreview }) {
  switch (preview.type) {
    case 'html':
      return <DocumentHtml html={preview.html} embeds={preview.embeds} />;
    case 'text':
      return <PlainText dir="auto">{preview.text}</PlainText>;
    case 'table':
    case 'pages':
      return <FilePreview item={item} preview={preview} />;
    case 'failed':
      return <PreviewFailed message={preview.message} />;
    case 'none':
      return item.has_thumbnail || (item.file_name !== null && isMedia(item.mime)) ? (
        <FilePreview item={item} preview={preview} />
      ) : (
        <NoPreview item={item} />
      );
  }
}

function PreviewFailed({ message }: { message: string }) {
  const refresh = usePageRefresh();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await refresh();
    setRetrying(false);
  };
  return (
    <ErrorState
      message={message || <FormattedMessage id="item.preview_failed" />}
      retrying={retrying}
      onRetry={() => void retry()}
    />
  );
}

function NoPreview({ item }: { item: Item }) {
  if (item.file_name === null) {
    return (
      <EmptyState
        title={<FormattedMessage id="item.empty_document" />}
        text={<FormattedMessage id="item.empty_reader_text" />}
      />
    );
  }
  return (
    <EmptyState
      title={<FormattedMessage id="item.no_preview" />}
      text={<FormattedMessage id="item.no_preview_text" />}
      action={
        <LinkButton href={downloadUrl(item.id)} prefetch={false} download={downloadName(item)}>
          <FormattedMessage id="item.download" />
        </LinkButton>
      }
    />
  );
}
