import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import type { Item } from '#lib/contract/item.ts';
import { downloadName } from '#lib/text/download-name.ts';
import { downloadUrl } from '#services/item.ts';

/** Says why a preview could not be made, with another try. */
export function FailedPreview({ message }: { message: string }) {
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

/** In place of a preview: an empty document, or a file that has none. */
export function NoPreview({ item }: { item: Item }) {
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
