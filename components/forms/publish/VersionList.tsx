import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EntryList, EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import type { FormVersionEntry } from '#lib/contract/form.ts';
import { getVersion, listVersions } from '#services/form.ts';
import { space } from '#styles/tokens.ts';
import { VersionView } from './VersionView.tsx';

const More = styled.div`
  display: grid;
  justify-items: center;
  margin-top: ${space(4)};
`;

function VersionListContent({ id }: { id: string }) {
  const [shown, setShown] = useState<number | null>(null);
  if (shown !== null) {
    return (
      <>
        <Button variant="link" icon={ChevronLeft} onClick={() => setShown(null)}>
          <FormattedMessage id="form_publish.all_versions" />
        </Button>
        <AsyncContent of={`${id} ${shown}`} load={() => getVersion(id, shown)} rows={5}>
          {(version) => <VersionView version={version} />}
        </AsyncContent>
      </>
    );
  }
  return <Versions id={id} onShow={setShown} />;
}

/** The published versions of a form, the newest first; each can be viewed. */
export const VersionList = withQueries(VersionListContent);

const versionId = ({ version }: FormVersionEntry) => String(version);

function Versions({ id, onShow }: { id: string; onShow: (version: number) => void }) {
  const list = useListQuery({
    of: ['form', id, 'versions'],
    first: null,
    load: ({ page }, signal) => listVersions(id, page, { signal }),
    idOf: versionId,
  });
  const slow = useIsSlow(list.loading && list.entries.length === 0);
  return (
    <>
      {list.error && <ErrorState message={list.error} retrying={list.loading} onRetry={list.loadMore} />}
      {slow && <SkeletonList rows={3} />}
      <EntryList>
        {list.entries.map(({ version, title, published_by, created_at }) => (
          <EntryRow
            key={version}
            mark={<RoundMark aria-hidden>{version}</RoundMark>}
            name={title}
            notes={[
              <FormattedMessage
                key="by"
                id="form_publish.version_by"
                values={{
                  version,
                  name: <bdi>{published_by.name}</bdi>,
                  time: <RelativeTime value={created_at} />,
                }}
              />,
            ]}
            actions={
              <Button size="small" onClick={() => onShow(version)}>
                <FormattedMessage id="form_publish.view" />
                <VisuallyHidden>
                  {' '}
                  <FormattedMessage id="form_publish.version" values={{ version }} />
                </VisuallyHidden>
              </Button>
            }
          />
        ))}
      </EntryList>
      {list.hasMore && !list.error && (
        <More>
          <Button busy={list.loading} onClick={list.loadMore}>
            <FormattedMessage id="form_publish.more_versions" />
          </Button>
        </More>
      )}
    </>
  );
}
