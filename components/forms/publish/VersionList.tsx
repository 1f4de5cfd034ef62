import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { usePagedList } from '#components/trash/use-paged-list.ts';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import { Button } from '#components/ui/Button.tsx';
import { EntryList, EntryRow, RoundMark } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { FormVersionEntry } from '#lib/contract/form.ts';
import { getVersion, listVersions } from '#services/form.ts';
import type { ListPage } from '#services/http.ts';
import { space } from '#styles/tokens.ts';
import { VersionView } from './VersionView.tsx';

const More = styled.div`
  display: grid;
  justify-items: center;
  margin-top: ${space(4)};
`;

/** What was published of a form, the newest first; each can be seen as it was. */
export function VersionList({ id }: { id: string }) {
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
  return (
    <AsyncContent of={id} load={async () => ({ data: await listVersions(id, 1) })} rows={3}>
      {(first) => <Versions id={id} first={first} onShow={setShown} />}
    </AsyncContent>
  );
}

type VersionsProps = { id: string; first: ListPage<FormVersionEntry>; onShow: (version: number) => void };

function Versions({ id, first, onShow }: VersionsProps) {
  const list = usePagedList(first, (page) => listVersions(id, page));
  return (
    <>
      {list.error && (
        <ErrorState message={list.error} retrying={list.loading} onRetry={() => void list.again()} />
      )}
      <EntryList>
        {list.data.map(({ version, title, published_by, created_at }) => (
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
      {list.hasMore && (
        <More>
          <Button busy={list.loading} onClick={() => void list.more()}>
            <FormattedMessage id="form_publish.more_versions" />
          </Button>
        </More>
      )}
    </>
  );
}
