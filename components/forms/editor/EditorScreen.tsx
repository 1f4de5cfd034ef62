import { Redo2, Smartphone, Undo2 } from 'lucide-react';
import { useRouter } from 'next/router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { InputFormatContext } from '#components/fields/input-format.ts';
import { PhoneCountryContext } from '#components/fields/phone-country.ts';
import { BuildTab } from '#components/forms/builder/BuildTab.tsx';
import { BAR_HEIGHT } from '#components/forms/builder/measures.ts';
import { formFormats } from '#components/forms/builder/page/form-formats.ts';
import { type FormPageData, type FormTab, tabOf, tabsFor } from '#components/forms/builder/page/form-page.ts';
import { ActiveEditors } from '#components/forms/builder/saving/ActiveEditors.tsx';
import { DraftNotices } from '#components/forms/builder/saving/DraftNotices.tsx';
import { SaveStatus } from '#components/forms/builder/saving/SaveStatus.tsx';
import { DraftContext } from '#components/forms/draft/draft-context.ts';
import type { ProblemPlace } from '#components/forms/draft/draft-problems.ts';
import {
  type Selected,
  type Selection,
  SelectionContext,
} from '#components/forms/draft/selection-context.ts';
import { type FormDraftControl, useFormDraft } from '#components/forms/draft/use-form-draft.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { Badge } from '#components/ui/Badge.tsx';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { lazyComponent, lazyDialog } from '#components/ui/lazy-component.tsx';
import { Tabs } from '#components/ui/Tabs.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { HEADER_HEIGHT } from '#lib/text/constants.ts';
import { below, color, space } from '#styles/tokens.ts';
import { useSubmissionEvents } from './use-submission-events.ts';

// The content of tabs depends on the browser (its time zone, its draft), and is loaded with the tab.
const LogicTab = lazyComponent(() =>
  import('#components/forms/logic/LogicTab.tsx').then((file) => file.LogicTab),
);
const DesignTab = lazyComponent(() =>
  import('#components/forms/design/DesignTab.tsx').then((file) => file.DesignTab),
);
const TranslateTab = lazyComponent(() =>
  import('#components/forms/translate/TranslateTab.tsx').then((file) => file.TranslateTab),
);
const SettingsTab = lazyComponent(() =>
  import('#components/forms/settings/SettingsTab.tsx').then((file) => file.SettingsTab),
);
const ShareTab = lazyComponent(() =>
  import('#components/forms/share/ShareTab.tsx').then((file) => file.ShareTab),
);
const SubmissionsTab = lazyComponent(() =>
  import('#components/forms/responses/SubmissionsTab.tsx').then((file) => file.SubmissionsTab),
);
const PublishDialog = lazyDialog(() =>
  import('#components/forms/publish/PublishDialog.tsx').then((file) => file.PublishDialog),
);
const Preview = lazyDialog(() =>
  import('#components/forms/builder/Preview.tsx').then((file) => file.Preview),
);

/** The full width of the page: the screen's own padding is for reading pages. */
const Workspace = styled.div`
  margin: -${space(6)} -${space(8)} -${space(12)};

  ${below('md')} {
    margin: -${space(3)} -${space(3)} -${space(8)};
  }
`;

const Bar = styled.div`
  position: sticky;
  z-index: 600;
  top: ${HEADER_HEIGHT}px;
  display: flex;
  align-items: end;
  gap: ${space(3)};
  height: ${BAR_HEIGHT}px;
  padding: 0 ${space(4)};
  border-bottom: 1px solid ${color('line')};
  background: ${color('surface')};

  > nav {
    --tabs-on: ${color('surface')};
    flex: 1 1 auto;
    min-width: 0;
    border-bottom: 0;
  }

  ${below('md')} {
    top: 60px;
    padding: 0 ${space(2)};
  }
`;

const PublishedBadge = styled.div`
  flex: none;
  align-self: center;

  ${below('lg')} {
    display: none;
  }
`;

const Steps = styled.div`
  display: flex;
  flex: none;
  align-self: center;
`;

const Padded = styled.div`
  padding: ${space(6)} ${space(8)} ${space(12)};

  ${below('md')} {
    padding: ${space(3)} ${space(3)} ${space(8)};
  }
`;

/** A form for users who may change it. */
export function EditorScreen({ form, path, crumbs, hub }: FormPageData) {
  const intl = useIntl();
  const router = useRouter();
  const draft = useFormDraft(form, path);
  const tabs = tabsFor(draft.form);
  const tab = tabOf(router.query.tab, tabs) ?? 'build';
  const [previewing, setPreviewing] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const [announced, setAnnounced] = useState('');
  const tabPath = (key: FormTab) => (key === 'build' ? path : `${path}?tab=${key}`);
  const selection = useSelectionState(setAnnounced, (wanted) => {
    if (tab !== wanted) void router.push(tabPath(wanted), undefined, { shallow: true, scroll: false });
  });
  const { title } = draft.content;
  const { writtenIn, country } = formFormats(draft.form.settings, hub);

  const step = (direction: 'undo' | 'redo') => {
    const label = draft[direction]();
    if (label === null) return;
    const id = direction === 'undo' ? 'builder.undone' : 'builder.redone';
    setAnnounced(intl.formatMessage({ id }, { label }));
  };
  useStepKeys(step);
  useSubmissionEvents(draft.form.id, draft.refresh);

  return (
    <DraftContext.Provider value={draft}>
      <SelectionContext.Provider value={selection}>
        <InputFormatContext value={writtenIn}>
          <PhoneCountryContext value={country}>
            <Screen
              title={title.trim() === '' ? intl.formatMessage({ id: 'builder.untitled' }) : title}
              crumbs={crumbs.map(({ href, label }) => ({ href, label: <bdi>{label}</bdi> }))}
              status={<SaveStatus quiet={tab === 'answers' || tab === 'settings'} />}
              search={false}
              actions={
                <>
                  <Button icon={Smartphone} collapses onClick={() => setPreviewing(true)}>
                    <FormattedMessage id="builder.preview" />
                  </Button>
                  {draft.form.allowed.includes('form.publish') && (
                    <Button variant="primary" onClick={() => setPublishing(true)}>
                      <FormattedMessage id="builder.publish" />
                    </Button>
                  )}
                </>
              }
            >
              <Workspace>
                <Bar data-print="hidden">
                  <Tabs
                    shallow
                    label={intl.formatMessage({ id: 'builder.tabs' })}
                    current={tab}
                    items={tabs.map((key) => ({
                      key,
                      href: tabPath(key),
                      label: <FormattedMessage id={`builder.tab_${key}`} />,
                      ...(key === 'answers' && draft.form.counts.submissions !== null
                        ? { count: intl.formatNumber(draft.form.counts.submissions) }
                        : {}),
                    }))}
                  />
                  <ActiveEditors />
                  <PublishedBadge>
                    <PublishedVersion draft={draft} />
                  </PublishedBadge>
                  <StepButtons draft={draft} onStep={step} />
                </Bar>
                <DraftNotices tab={tab} tabPath={tabPath} />
                {tab === 'build' ? (
                  <BuildTab />
                ) : (
                  <Padded>
                    {tab === 'logic' && <LogicTab />}
                    {tab === 'design' && <DesignTab />}
                    {tab === 'translate' && <TranslateTab />}
                    {tab === 'settings' && <SettingsTab />}
                    {tab === 'share' && <ShareTab />}
                    {tab === 'answers' && <SubmissionsTab form={draft.form} onCounted={draft.refresh} />}
                  </Padded>
                )}
              </Workspace>
              <VisuallyHidden role="status">{announced}</VisuallyHidden>
              {previewing && <Preview onClose={() => setPreviewing(false)} />}
              {publishing && <PublishDialog onClose={() => setPublishing(false)} />}
            </Screen>
          </PhoneCountryContext>
        </InputFormatContext>
      </SelectionContext.Provider>
    </DraftContext.Provider>
  );
}

/** Conditions are edited in another tab. */
const isLogic = (part: string) => /(visible|required)_if/.test(part);

/** The selection, and the control to focus; `show` opens the tab that contains it. */
function useSelectionState(announce: (message: string) => void, show: (tab: FormTab) => void): Selection {
  const [selected, select] = useState<Selected>({ kind: 'form' });
  const focus = useRef<string | null>(null);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  const acts = useMemo(
    () => ({
      select,
      announce,
      goTo: (place: ProblemPlace) => {
        focus.current = place.part;
        select(place.kind === 'form' ? { kind: 'form' } : { kind: place.kind, id: place.id });
        latest.current(isLogic(place.part) ? 'logic' : 'build');
      },
      wantsFocus: () => focus.current !== null && !isLogic(focus.current),
      takeFocus: (tab: 'build' | 'logic') => {
        const part = focus.current;
        if (part === null || isLogic(part) !== (tab === 'logic')) return null;
        focus.current = null;
        return part;
      },
    }),
    [announce],
  );
  return useMemo(() => ({ selected, ...acts }), [selected, acts]);
}

/** Ctrl+Z, and Ctrl+Shift+Z or Ctrl+Y, also while typing: the draft's history includes typed text. */
function useStepKeys(step: (direction: 'undo' | 'redo') => void): void {
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isUndo = key === 'z' && !event.shiftKey;
      const isRedo = (key === 'z' && event.shiftKey) || key === 'y';
      if (!isUndo && !isRedo) return;
      // Other input (settings, a submission's note) is not part of the draft.
      const field = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (field && !field.closest('[data-draft]')) return;
      // A dialog has fields of its own, which are not part of the draft.
      const dialogs = [...document.querySelectorAll('dialog[open]')];
      if (dialogs.some((dialog) => !dialog.querySelector('[data-draft]'))) return;
      event.preventDefault();
      latest.current(isUndo ? 'undo' : 'redo');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function StepButtons({
  draft,
  onStep,
}: {
  draft: FormDraftControl;
  onStep: (direction: 'undo' | 'redo') => void;
}) {
  const intl = useIntl();
  const { past, future } = draft.history;
  const actionLabel = (id: 'builder.undo' | 'builder.redo', label: string | undefined) =>
    label === undefined
      ? intl.formatMessage({ id })
      : intl.formatMessage(
          { id: id === 'builder.undo' ? 'builder.undo_what' : 'builder.redo_what' },
          { label },
        );
  return (
    <Steps>
      <IconButton
        icon={Undo2}
        label={actionLabel('builder.undo', past.at(-1)?.label)}
        disabled={!draft.canUndo}
        onClick={() => onStep('undo')}
      />
      <IconButton
        icon={Redo2}
        label={actionLabel('builder.redo', future[0]?.label)}
        disabled={!draft.canRedo}
        onClick={() => onStep('redo')}
      />
    </Steps>
  );
}

function PublishedVersion({ draft: { form, content, saved } }: { draft: FormDraftControl }) {
  const version = form.published_version;
  if (version === null)
    return (
      <Badge tone="info" icon={false}>
        <FormattedMessage id="builder.not_live" />
      </Badge>
    );
  const isChanged = form.is_changed || content !== saved;
  return (
    <Badge tone={isChanged ? 'warning' : 'success'} icon={false}>
      <FormattedMessage id={isChanged ? 'builder.live_changed' : 'builder.live'} values={{ version }} />
    </Badge>
  );
}
