import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList } from '#components/ui/EntryRow.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { WhoCanSeeEntry } from '#lib/contract/access.ts';
import type { ListPage } from '#services/http.ts';
import { type AccessResource, listWhoCanSee } from '#services/sharing.ts';
import { color, space } from '#styles/tokens.ts';
import { useAccessActions } from './use-access-actions.ts';
import { WhoCanSeeRow } from './WhoCanSeeRow.tsx';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
`;

const Count = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
`;

/** Delay of the search after the last keystroke, in milliseconds. */
const TYPING = 200;

const first: ListPage<WhoCanSeeEntry> = { data: [], count: null, page: 0, hasMore: false, error: null };

type WhoCanSeeProps = {
  resource: AccessResource;
  /** A role was changed, or a user or link removed. */
  onChanged: () => void;
};

/**
 * Everybody who can see a space or an item, with the reasons, page by page; access granted on the resource itself can
 * be changed in the row, inherited access links to its source.
 */
export function WhoCanSee({ resource, onChanged }: WhoCanSeeProps) {
  const intl = useIntl();
  const [q, setQ] = useState('');
  const [list, setList] = useState<{
    q: string;
    entries: WhoCanSeeEntry[];
    last: ListPage<WhoCanSeeEntry>;
  } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const slow = useIsSlow(list === null);
  const { hub } = useShell();
  const key = JSON.stringify(resource);
  const acts = useAccessActions(resource, () => {
    setAttempt((now) => now + 1);
    onChanged();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the thing; an attempt asks again
  useEffect(() => {
    let over = false;
    const timer = setTimeout(
      async () => {
        const last = await listWhoCanSee(resource, { page: 1, q });
        if (!over) setList({ q, entries: last.data, last });
      },
      q ? TYPING : 0,
    );
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key, q, attempt]);

  const more = async () => {
    if (!list) return;
    setBusy(true);
    const last = await listWhoCanSee(resource, { page: list.last.page + 1, q: list.q });
    setBusy(false);
    setList((now) =>
      now && now.q === list.q
        ? last.error
          ? { ...now, last: { ...now.last, error: last.error } }
          : { ...now, entries: [...now.entries, ...last.data], last }
        : now,
    );
  };

  const { entries, last } = list ?? { entries: [], last: first };
  return (
    <Column>
      <SearchField
        label={intl.formatMessage({ id: 'sharing.who_search' })}
        value={q}
        maxLength={200}
        onChange={(event) => setQ(event.target.value)}
      />
      {list === null && slow && <SkeletonList rows={4} />}
      <div role="status">
        {list !== null && last.count !== null && entries.length > 0 && (
          <Count>
            <FormattedMessage id="sharing.who_count" values={{ count: last.count }} />
          </Count>
        )}
        {list !== null && !last.error && entries.length === 0 && (
          <EmptyState title={<FormattedMessage id="sharing.who_none" />} />
        )}
      </div>
      {acts.problem && <Notice tone="error">{acts.problem}</Notice>}
      {entries.length > 0 && (
        <EntryList aria-label={intl.formatMessage({ id: 'sharing.who_list' })}>
          {entries.map((entry) => (
            <WhoCanSeeRow
              key={`${entry.kind}${entry.person?.id ?? entry.link?.id ?? ''}`}
              entry={entry}
              acts={acts}
              handle={hub?.domain_handle ?? ''}
            />
          ))}
        </EntryList>
      )}
      {last.error && <ErrorState message={last.error} onRetry={() => setAttempt(attempt + 1)} />}
      {last.hasMore && !last.error && (
        <Button onClick={() => void more()} busy={busy}>
          <FormattedMessage id="sharing.who_more" />
        </Button>
      )}
    </Column>
  );
}
