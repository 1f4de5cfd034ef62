import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { FavouriteStar } from '#components/space/view/FavouriteStar.tsx';
import { NotOnPhone, SpaceMark } from '#components/space/view/SpaceMark.tsx';
import { SpaceSubtitle } from '#components/space/view/SpaceSubtitle.tsx';
import { SpaceTabs } from '#components/space/view/SpaceTabs.tsx';
import type { SpaceScreenProps } from '#components/space/view/space-screen.ts';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { isUploadKind } from '#lib/text/upload-types.ts';
import { uploadQueue } from '#services/upload.ts';
import { space as gap } from '#styles/tokens.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { DropBar } from './DropBar.tsx';
import { FileInput } from './FileInput.tsx';
import { FolderBreadcrumbs } from './FolderBreadcrumbs.tsx';
import { NewMenu, NewSheet } from './NewMenu.tsx';
import { SpaceForms } from './SpaceForms.tsx';
import { SpaceItems } from './SpaceItems.tsx';
import { SpaceMenu } from './SpaceMenu.tsx';
import { SpaceSettings } from './SpaceSettings.tsx';
import { UploadAnnouncer } from './UploadAnnouncer.tsx';
import { UploadList } from './UploadList.tsx';
import { useNewEntries } from './use-new-entries.ts';
import { useSpaceCounts } from './use-space-counts.ts';
import { useLeaveWarning, useUploads } from './use-uploads.ts';
import { ViewControls } from './ViewControls.tsx';

const ImportDocuments = lazyDialog(() =>
  import('./ImportDocuments.tsx').then((file) => file.ImportDocuments),
);
const TemplateDialog = lazyDialog(() =>
  import('#components/space/templates/TemplateDialog.tsx').then((file) => file.TemplateDialog),
);

const Archived = styled.div`
  margin-bottom: ${gap(4)};
`;

type SpaceActionsProps = Pick<SpaceScreenProps, 'handle' | 'space'> & {
  /** Whether the user belongs to the hub. */
  belongs: boolean;
  onNew: ComponentProps<typeof NewMenu>['onChoose'] | null;
};

function SpaceActions({ handle, space, belongs, onNew }: SpaceActionsProps) {
  return (
    <>
      {space.allowed.includes('space.change') && <SpaceSettings handle={handle} space={space} />}
      {belongs && <FavouriteStar space={space} />}
      {belongs && <SpaceMenu handle={handle} space={space} />}
      {onNew && (
        <NotOnPhone>
          <NewMenu onChoose={onNew} />
        </NotOnPhone>
      )}
    </>
  );
}

/** A space for signed-in users: its content by kind, and all actions. */
export const SpaceScreen = withQueries(function SpaceScreen({
  handle,
  space: rendered,
  view,
  items,
  listedForms,
  folders,
  maxBytes,
}: SpaceScreenProps) {
  const { space, recount } = useSpaceCounts(rendered);
  const refresh = usePageRefresh();
  /** Imports that ended here: the list begins again with what they wrote. */
  const [ended, setEnded] = useState(0);
  const [announced, setAnnounced] = useState<ReactNode>(null);
  const input = useRef<HTMLInputElement>(null);
  const { viewer } = useShell();
  const belongs =
    viewer?.organization_list.some((one) => one.domain_handle.toLowerCase() === handle.toLowerCase()) ===
    true;
  const everywhere = useUploads();
  useLeaveWarning(everywhere);

  const base = `/${handle}/${space.slug}`;
  const kind = view.kind && isUploadKind(view.kind) ? view.kind : null;
  const mayAdd = space.allowed.includes('space.create_item');
  const uploads = everywhere.filter(({ place }) => place.handle === handle && place.slug === space.slug);
  const personName = items.data.find(({ created_by: { id } }) => id === view.by)?.created_by.name ?? null;
  const placeName = folders.at(-1)?.title ?? space.name;

  const send = (files: readonly File[]) =>
    uploadQueue.add(files, { handle, slug: space.slug, parent: view.parent }, { kind, maxBytes });
  const choose = () => input.current?.click();
  const creation = useNewEntries(base, view, choose);

  return (
    <Screen
      title={space.name}
      mark={<SpaceMark name={space.name} seed={space.id} />}
      subtitle={<SpaceSubtitle space={space} />}
      actions={
        <SpaceActions handle={handle} space={space} belongs={belongs} onNew={mayAdd ? creation.make : null} />
      }
    >
      {space.archived_at && (
        <Archived>
          <Notice tone="warning">
            <FormattedMessage id="space_menu.archived_notice" />
          </Notice>
        </Archived>
      )}
      <SpaceTabs space={space} base={base} view={view} />
      <FolderBreadcrumbs base={base} space={space.name} folders={folders} />
      <DropBar onChoose={mayAdd ? choose : null} maxBytes={maxBytes}>
        <ViewControls
          key={`${view.kind} ${view.parent}`}
          base={base}
          slug={space.slug}
          view={view}
          personName={personName}
          people={belongs}
        />
      </DropBar>
      <ActiveFilters base={base} view={view} personName={personName} />
      {mayAdd && (
        <>
          <FileInput input={input} kind={kind} onChoose={send} />
          <UploadList uploads={uploads} maxBytes={maxBytes} />
        </>
      )}
      <UploadAnnouncer uploads={uploads} />
      <VisuallyHidden as="div" role="status">
        {announced}
      </VisuallyHidden>
      <SpaceForms base={base} forms={listedForms} count={view.q ? null : space.counts.forms} />
      <SpaceItems
        key={`${base} ${JSON.stringify(view)} ${ended}`}
        base={base}
        handle={handle}
        slug={space.slug}
        view={view}
        people={belongs}
        first={items}
        hasForms={listedForms.length > 0}
        drop={mayAdd ? { name: placeName, kind, maxBytes } : null}
        onChoose={mayAdd ? choose : null}
        making={mayAdd ? creation.making : null}
        onCreated={creation.end}
        onCountChange={recount}
        announce={setAnnounced}
      />
      {creation.dialog === 'template' && (
        <TemplateDialog
          handle={handle}
          slug={space.slug}
          parent={view.parent}
          place={placeName}
          onClose={creation.closeDialog}
        />
      )}
      {creation.dialog === 'import' && (
        <ImportDocuments
          base={base}
          slug={space.slug}
          parent={view.parent}
          place={placeName}
          onClose={creation.closeDialog}
          onDone={() => void refresh().then(() => setEnded((count) => count + 1))}
        />
      )}
      {mayAdd && creation.isSheetOpen && (
        <NewSheet place={placeName} onClose={creation.closeSheet} onChoose={creation.makeFromSheet} />
      )}
    </Screen>
  );
});
