import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { type FormEvent, useState } from 'react';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Input, Select } from '#components/ui/control.ts';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { DocumentVersion, Item } from '#lib/contract/item.ts';
import { getVersion, listVersions, nameVersion, restoreVersion } from '#services/versions.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { VersionDifference } from './VersionDifference.tsx';

const VersionText = dynamic(() => import('./VersionText.tsx'), { ssr: false });

const Sides = styled.div`
  display: grid;
  grid-template-columns: 240px minmax(0, 1fr);
  gap: ${space(6)};
  min-height: min(50vh, 480px);

  ${below('md')} {
    grid-template-columns: minmax(0, 1fr);
    min-height: 0;
  }
`;

const List = styled.ul`
  display: grid;
  align-content: start;
  gap: 2px;
  max-height: 65vh;
  overflow-y: auto;

  ${below('md')} {
    max-height: 30vh;
  }

  button {
    display: grid;
    width: 100%;
    padding: ${space(2)} ${space(3)};
    border: 0;
    border-radius: ${radius('chip')};
    background: none;
    color: ${color('text')};
    font-size: 14px;
    text-align: start;
    overflow-wrap: anywhere;
  }

  button:hover {
    background: ${color('hover')};
  }

  button[aria-current='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const Version = styled.section`
  display: grid;
  align-content: start;
  gap: ${space(4)};
  min-width: 0;
`;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  form {
    display: flex;
    flex: 1;
    gap: ${space(2)};
    min-width: 220px;
  }

  input,
  select {
    height: 32px;
    min-height: 32px;
    padding-block: 0;
    font-size: 13px;
  }

  select {
    width: auto;
  }
`;

type View = 'text' | 'previous' | 'newest';
const VIEWS: readonly View[] = ['previous', 'newest', 'text'];

type VersionsDialogProps = {
  item: Item;
  onClose: () => void;
  /** A version was written again. */
  onRestored: (item: Item) => void;
};

/** The versions of a document: each read, compared, named, and written again. */
export const VersionsDialog = withQueries(function VersionsDialog({
  item,
  onClose,
  onRestored,
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
      width={1040}
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
          <List aria-label={intl.formatMessage({ id: 'versions.list' })}>
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
          </List>
          <VersionView
            key={current.number}
            item={item}
            version={current}
            newest={entries[0]?.number ?? current.number}
            previous={entries[entries.indexOf(current) + 1]?.number ?? null}
            onChanged={list.replace}
            onRestored={onRestored}
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

type VersionViewProps = {
  item: Item;
  version: DocumentVersion;
  newest: number;
  /** The version before it; null for the first, or where the list goes on. */
  previous: number | null;
  onChanged: (version: DocumentVersion) => void;
  onRestored: (item: Item) => void;
};

const useVersion = (itemId: string, number: number | null) =>
  useQuery({
    queryKey: ['version', itemId, number],
    enabled: number !== null,
    queryFn: async ({ signal }) =>
      number === null ? '' : (await getVersion(itemId, number, signal)).data.markdown,
  });

function VersionView({ item, version, newest, previous, onChanged, onRestored }: VersionViewProps) {
  const intl = useIntl();
  const toast = useToast();
  const [view, setView] = useState<View>(previous === null ? 'text' : 'previous');
  const [name, setName] = useState(version.name ?? '');
  const [busy, setBusy] = useState(false);
  const own = useVersion(item.id, version.number);
  const other = useVersion(item.id, view === 'newest' ? newest : view === 'previous' ? previous : null);
  const views = VIEWS.filter(
    (one) => one === 'text' || (one === 'previous' ? previous !== null : version.number !== newest),
  );

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    setBusy(false);
  };
  const rename = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      onChanged((await nameVersion(item.id, version.number, name.trim() || null)).data);
      toast({ text: intl.formatMessage({ id: 'versions.named' }) });
    });
  };
  const restore = () =>
    void attempt(async () => {
      onRestored((await restoreVersion(item.id, version.number)).data);
      toast({ text: intl.formatMessage({ id: 'versions.restored' }) });
    });

  const failed = own.error ?? other.error;
  const markdown = own.data;
  const compared = other.data;
  return (
    <Version aria-label={intl.formatMessage({ id: 'versions.version' })}>
      <Bar>
        <form onSubmit={rename}>
          <Input
            dir="auto"
            aria-label={intl.formatMessage({ id: 'versions.name' })}
            placeholder={intl.formatMessage({ id: 'versions.name' })}
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button size="small" type="submit" busy={busy} disabled={name.trim() === (version.name ?? '')}>
            <FormattedMessage id="versions.name_submit" />
          </Button>
        </form>
        <Select
          aria-label={intl.formatMessage({ id: 'versions.view' })}
          value={view}
          onChange={(event) => setView(VIEWS.find((one) => one === event.target.value) ?? 'text')}
        >
          {views.map((one) => (
            <option key={one} value={one}>
              {intl.formatMessage({ id: `versions.view_${one}` })}
            </option>
          ))}
        </Select>
        {version.number !== newest && (
          <Button size="small" variant="primary" busy={busy} onClick={restore}>
            <FormattedMessage id="versions.restore" />
          </Button>
        )}
      </Bar>
      {failed !== null && (
        <ErrorState
          message={failureText(failed)}
          onRetry={() => {
            void own.refetch();
            if (view !== 'text') void other.refetch();
          }}
        />
      )}
      {markdown !== undefined && view === 'text' && <VersionText markdown={markdown} />}
      {markdown !== undefined && view !== 'text' && compared !== undefined && (
        <VersionDifference
          before={view === 'previous' ? compared : markdown}
          after={view === 'previous' ? markdown : compared}
        />
      )}
    </Version>
  );
}
