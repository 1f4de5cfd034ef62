import Link from 'next/link';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { FormTab } from '#components/forms/builder/page/form-page.ts';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { openConflict } from '#components/forms/draft/setting-conflict.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { MAIN_ID } from '#components/ui/SkipLink.tsx';
import type { Form } from '#lib/contract/form.ts';
import { space } from '#styles/tokens.ts';

const ConflictDialog = lazyDialog(() => import('./ConflictDialog.tsx').then((file) => file.ConflictDialog));

const Stack = styled.div`
  display: grid;
  gap: ${space(2)};

  &:not(:empty) {
    padding: ${space(3)} ${space(4)};
  }
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-top: ${space(3)};
`;

/** The pressed button disappears with its notice: the focus moves to the draft, where Undo is available. */
const focusContent = () => document.getElementById(MAIN_ID)?.focus({ preventScroll: true });

/** Links to the tabs that contain conflicts of settings. */
function SettingConflicts({ tab, tabPath }: TabProps) {
  const { settingConflicts, form } = useDraft();
  const open = settingConflicts.filter(({ name }) => openConflict(name, settingConflicts, form.settings));
  const tabs = [...new Set(open.map(({ name }) => (name === 'theme' ? 'design' : 'settings')))];
  return tabs
    .filter((one) => one !== tab)
    .map((one) => (
      <Notice key={one} tone="warning">
        <FormattedMessage
          id="builder.setting_conflict"
          values={{
            link: (chunks) => (
              <Link href={tabPath(one)} shallow scroll={false}>
                {chunks}
              </Link>
            ),
          }}
        />
      </Notice>
    ));
}

type TabProps = { tab: FormTab; tabPath: (tab: FormTab) => string };

/** Carries out a choice, with the label that Undo and Redo show for it. */
function useDecision() {
  const intl = useIntl();
  return (act: (label: string) => void, label: FormatjsIntl.Message['ids']) => () => {
    act(intl.formatMessage({ id: label }));
    focusContent();
  };
}

/** Another version was saved meanwhile: which of the two is continued, or which parts of each. */
function ConflictNotice({ theirs }: { theirs: Form }) {
  const intl = useIntl();
  const { mergeBase, content, resolveConflict } = useDraft();
  const [choosing, setChoosing] = useState(false);
  const decide = useDecision();
  const name = theirs.updated_by?.name ?? intl.formatMessage({ id: 'builder.conflict_somebody' });
  return (
    <>
      <Notice tone="warning">
        <FormattedMessage
          id="builder.conflict_text"
          values={{ name: <bdi>{name}</bdi>, time: <RelativeTime value={theirs.updated_at} /> }}
        />
        <Acts>
          {mergeBase && (
            <Button size="small" variant="primary" onClick={() => setChoosing(true)}>
              <FormattedMessage id="builder.conflict_choose" />
            </Button>
          )}
          <Button
            size="small"
            onClick={decide((label) => resolveConflict('mine', label), 'builder.conflict_took_mine')}
          >
            <FormattedMessage id="builder.conflict_mine" />
          </Button>
          <Button
            size="small"
            onClick={decide((label) => resolveConflict('theirs', label), 'builder.conflict_took_theirs')}
          >
            <FormattedMessage id="builder.conflict_theirs" />
          </Button>
        </Acts>
      </Notice>
      {mergeBase && choosing && (
        <ConflictDialog
          common={mergeBase}
          mine={content}
          theirs={theirs}
          onClose={() => setChoosing(false)}
          onChoose={(sides) => {
            setChoosing(false);
            decide(
              (label) => resolveConflict(({ key }) => sides.get(key), label),
              'builder.conflict_chose',
            )();
          }}
        />
      )}
    </>
  );
}

/** Changes of somebody else were taken over into the draft. */
function MergedNotice({ merged }: { merged: NonNullable<FormDraftControl['merged']> }) {
  const intl = useIntl();
  const { dismissMerged } = useDraft();
  const name = merged.by.updated_by?.name ?? intl.formatMessage({ id: 'builder.conflict_somebody' });
  return (
    <Notice>
      <span role="status">
        <FormattedMessage
          id="builder.merged"
          values={{
            name: <bdi>{name}</bdi>,
            changes: <bdi>{intl.formatList(merged.changedNodes.map((label) => `“${label}”`))}</bdi>,
            count: merged.changedNodes.length,
          }}
        />
      </span>{' '}
      <Button
        variant="link"
        onClick={() => {
          dismissMerged();
          focusContent();
        }}
      >
        <FormattedMessage id="builder.merged_drop" />
      </Button>
    </Notice>
  );
}

/** Notices and choices about the state of the draft in relation to the server's. */
export function DraftNotices({ tab, tabPath }: TabProps) {
  const { save, theirs, merged, failure, isStoredLocally, isRestored, storedDrafts, ...draft } = useDraft();
  const decide = useDecision();
  const [newest] = storedDrafts;
  return (
    <Stack>
      {theirs && <ConflictNotice theirs={theirs} />}
      {merged && !theirs && <MergedNotice merged={merged} />}
      <SettingConflicts tab={tab} tabPath={tabPath} />
      {isRestored && !theirs && (
        <Notice>
          <FormattedMessage id="builder.restored" />{' '}
          <Button variant="link" onClick={decide(draft.discard, 'builder.restored_dropped')}>
            <FormattedMessage id="builder.restored_drop" />
          </Button>
        </Notice>
      )}
      {newest && save === 'saved' && !isRestored && (
        <Notice>
          <FormattedMessage
            id="builder.left"
            values={{ time: <RelativeTime value={new Date(newest.at).toISOString()} /> }}
          />
          <Acts>
            <Button size="small" onClick={decide(draft.restoreStored, 'builder.left_took_up')}>
              <FormattedMessage id="builder.left_take_up" />
            </Button>
            <Button size="small" onClick={decide(draft.discardStored, 'builder.left_dropped')}>
              <FormattedMessage id="builder.left_drop" />
            </Button>
          </Acts>
        </Notice>
      )}
      {save === 'offline' && !isStoredLocally && (
        <Notice tone="error">
          <FormattedMessage id="builder.offline_lost_text" />
        </Notice>
      )}
      {save === 'failed' && (
        <Notice tone="error">
          <FormattedMessage id="builder.failed_why" values={{ reason: failureText(failure) }} />{' '}
          {isStoredLocally && <FormattedMessage id="builder.stored_locally" />}
        </Notice>
      )}
    </Stack>
  );
}
