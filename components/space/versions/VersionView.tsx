import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Input, Select } from '#components/ui/control.ts';
import { copyText } from '#components/ui/copy-text.ts';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import type { DocumentVersion, Item } from '#lib/contract/item.ts';
import { getVersion, nameVersion, restoreVersion } from '#services/versions.ts';
import { space } from '#styles/tokens.ts';
import { VersionDifference } from './VersionDifference.tsx';

const VersionText = dynamic(() => import('./VersionText.tsx'), { ssr: false });
const VersionSides = dynamic(() => import('./VersionSides.tsx'), { ssr: false });

const Version = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
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
    min-width: 0;
    max-width: 100%;
  }
`;

type View = 'text' | 'previous' | 'newest' | 'sides';
const VIEWS: readonly View[] = ['previous', 'newest', 'sides', 'text'];

type VersionViewProps = {
  item: Item;
  version: DocumentVersion;
  /** All versions that are listed, the newest first. */
  entries: readonly DocumentVersion[];
  onChanged: (version: DocumentVersion) => void;
  onRestored: (item: Item) => void;
  /** A part of a version was written again, which more may follow. */
  onPartRestored: (item: Item) => void;
};

const useVersion = (itemId: string, number: number | null) =>
  useQuery({
    queryKey: ['version', itemId, number],
    enabled: number !== null,
    queryFn: async ({ signal }) =>
      number === null ? '' : (await getVersion(itemId, number, signal)).data.markdown,
  });

type VersionChanges = Pick<VersionViewProps, 'item' | 'version' | 'onChanged' | 'onRestored'>;

/** Naming and restoring a version, each with a message about its result. */
function useVersionChanges({ item, version, onChanged, onRestored }: VersionChanges) {
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
    setBusy(false);
  };
  const rename = (name: string | null) =>
    void attempt(async () => {
      onChanged((await nameVersion(item.id, version.number, name)).data);
      toast({ text: intl.formatMessage({ id: 'versions.named' }) });
    });
  const restore = () =>
    void attempt(async () => {
      onRestored((await restoreVersion(item.id, version.number)).data);
      toast({ text: intl.formatMessage({ id: 'versions.restored' }) });
    });
  return { busy, rename, restore };
}

type VersionNameProps = Pick<VersionViewProps, 'version'> & {
  busy: boolean;
  onRename: (name: string | null) => void;
};

function VersionName({ version, busy, onRename }: VersionNameProps) {
  const intl = useIntl();
  const [name, setName] = useState(version.name ?? '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onRename(name.trim() || null);
      }}
    >
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
  );
}

/** Copies the text of a version; nothing can be copied until it was read. */
function CopyVersion({ markdown }: { markdown: string | undefined }) {
  const intl = useIntl();
  const toast = useToast();
  const copyAll = async () => {
    const isCopied = await copyText(markdown ?? '');
    toast({ text: intl.formatMessage({ id: isCopied ? 'versions.copied' : 'versions.not_copied' }) });
  };
  return (
    <Button size="small" disabled={markdown === undefined} onClick={() => void copyAll()}>
      <FormattedMessage id="versions.copy" />
    </Button>
  );
}

/** A version: its text, what differs from another one, its name, and what can be taken from it. */
export function VersionView({
  item,
  version,
  entries,
  onChanged,
  onRestored,
  onPartRestored,
}: VersionViewProps) {
  const client = useQueryClient();
  const newest = entries[0]?.number ?? version.number;
  const previous = entries[entries.indexOf(version) + 1]?.number ?? null;
  const others = entries.filter(({ number }) => number !== version.number);
  const intl = useIntl();
  const [view, setView] = useState<View>(previous === null ? 'text' : 'previous');
  const [beside, setBeside] = useState(version.number === newest ? (previous ?? newest) : newest);
  const own = useVersion(item.id, version.number);
  const compared = { previous, newest, sides: beside, text: null }[view];
  const other = useVersion(item.id, compared);
  const views = VIEWS.filter(
    (one) =>
      ({
        text: true,
        previous: previous !== null,
        newest: version.number !== newest,
        sides: others.length > 0,
      })[one],
  );

  const { busy, rename, restore } = useVersionChanges({ item, version, onChanged, onRestored });

  const failed = own.error ?? other.error;
  const markdown = own.data;
  const otherText = other.data;
  const titleOf = (number: number) => {
    const found = entries.find((entry) => entry.number === number);
    return found?.name ?? intl.formatDate(found?.changed_at, { dateStyle: 'medium', timeStyle: 'short' });
  };
  const isOlder = beside < version.number;
  return (
    <Version aria-label={intl.formatMessage({ id: 'versions.version' })}>
      <Bar>
        <VersionName version={version} busy={busy} onRename={rename} />
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
        {view === 'sides' && (
          <Select
            aria-label={intl.formatMessage({ id: 'versions.beside' })}
            value={beside}
            onChange={(event) => setBeside(Number(event.target.value))}
          >
            {others.map(({ number }) => (
              <option key={number} value={number}>
                {titleOf(number)}
              </option>
            ))}
          </Select>
        )}
        <CopyVersion markdown={markdown} />
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
      {markdown !== undefined && view === 'sides' && otherText !== undefined && (
        <VersionSides
          item={item}
          before={
            isOlder
              ? { markdown: otherText, title: titleOf(beside) }
              : { markdown, title: titleOf(version.number) }
          }
          after={
            isOlder
              ? { markdown, title: titleOf(version.number) }
              : { markdown: otherText, title: titleOf(beside) }
          }
          chosen={isOlder ? 'after' : 'before'}
          canRestore={(isOlder ? version.number : beside) === newest}
          onPartRestored={(restored) => {
            // Texts that were read before are another one now; what is shown here knows that itself.
            void client.invalidateQueries({ queryKey: ['version', item.id], refetchType: 'none' });
            onPartRestored(restored);
          }}
        />
      )}
      {markdown !== undefined && (view === 'previous' || view === 'newest') && otherText !== undefined && (
        <VersionDifference
          before={view === 'previous' ? otherText : markdown}
          after={view === 'previous' ? markdown : otherText}
        />
      )}
    </Version>
  );
}
