import { useState } from 'react';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { SideList, Sides } from '#components/ui/side-list.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { DocumentVersion, Item } from '#lib/contract/item.ts';
import { listVersions } from '#services/versions.ts';
import { VersionView } from './VersionView.tsx';

type VersionsDialogProps = {
  item: Item;
  onClose: () => void;
  /** A version was written again. */
  onRestored: (item: Item) => void;
  /** A part of one was written again; the dialog stays. */
  onPartRestored: (item: Item) => void;
};

/** The versions of a document: each read, compared, named, and written again. */
export const VersionsDialog = withQueries(function VersionsDialog({
  item,
  onClose,
  onRestored,
  onPartRestored,
}: VersionsDialogProps) {
  const intl = useIntl();
  const [chosen, setChosen] = useState<number | null>(null);
  const list = useListQuery<DocumentVersion>({
    of: ['versions', item.id],
    first: null,
    load: ({ page }, signal) => listVersions(item.id, page, signal),
    idOf: ({ number }) => String(number),
  });
  const slow = useIsSlow(list.loading && list.entries.length === 0);
  const { entries } = list;
  const current = entries.find(({ number }) => number === chosen) ?? entries[0];
  return (
    <Modal
      open
      onClose={onClose}
      width={1280}
      title={<FormattedMessage id="versions.title" values={{ title: <bdi>{item.title}</bdi> }} />}
    >
      {list.error !== null && (
        <ErrorState message={list.error} retrying={list.loading} onRetry={() => void list.loadMore()} />
      )}
      {slow && <SkeletonList rows={4} />}
      {!list.loading && list.error === null && entries.length === 0 && (
        <p>
          <FormattedMessage id="versions.none" />
        </p>
      )}
      {current && (
        <Sides>
          <SideList aria-label={intl.formatMessage({ id: 'versions.list' })}>
            {entries.map((version) => (
              <li key={version.number}>
                <button
                  type="button"
                  aria-current={version.number === current.number || undefined}
                  onClick={() => setChosen(version.number)}
                >
                  <span>{version.name ?? <RelativeTime value={version.changed_at} />}</span>
                  <small>
                    {version.name !== null && (
                      <>
                        <RelativeTime value={version.changed_at} />
                        {' · '}
                      </>
                    )}
                    <Authors version={version} />
                  </small>
                </button>
              </li>
            ))}
            {list.hasMore && (
              <li>
                <Button size="small" busy={list.loading} onClick={() => void list.loadMore()}>
                  <FormattedMessage id="versions.more" />
                </Button>
              </li>
            )}
          </SideList>
          <VersionView
            key={current.number}
            item={item}
            version={current}
            entries={entries}
            onChanged={list.replace}
            onRestored={onRestored}
            onPartRestored={onPartRestored}
          />
        </Sides>
      )}
    </Modal>
  );
});

/** Those who wrote in a version; who began it stays named where it has none of them. */
function Authors({ version: { authors, created_by } }: { version: DocumentVersion }) {
  const names = authors.map(({ name }) => name).filter((name) => name !== '');
  if (names.length > 0) return <FormattedList value={names} />;
  return created_by?.name || <FormattedMessage id="versions.no_author" />;
}
