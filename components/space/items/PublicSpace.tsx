import NextLink from 'next/link';
import { FormattedMessage } from 'react-intl';
import { VisitorHeader } from '#components/layout/VisitorHeader.tsx';
import { ListedForms } from '#components/space/view/ListedForms.tsx';
import type { LoadedSpace } from '#components/space/view/load-space.ts';
import { SpaceTabs } from '#components/space/view/SpaceTabs.tsx';
import type { SpaceScreenProps } from '#components/space/view/space-screen.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { DropBar } from './DropBar.tsx';
import { FolderBreadcrumbs } from './FolderBreadcrumbs.tsx';
import { SpaceItems } from './SpaceItems.tsx';
import { ViewControls } from './ViewControls.tsx';

type PublicSpaceProps = Omit<SpaceScreenProps, 'maxBytes' | 'listedForms'> &
  Pick<LoadedSpace, 'hubName' | 'forms'>;

const nothing = () => {};

/** A public space for visitors; all of it can be read without a script. */
export function PublicSpace({ handle, space, view, items, folders, hubName, forms }: PublicSpaceProps) {
  const base = `/${handle}/${space.slug}`;
  const hub = <NextLink href={`/${handle}`}>{hubName}</NextLink>;
  return (
    <>
      <VisitorHeader
        name={space.name}
        seed={space.id}
        description={space.description}
        over={hubName && <FormattedMessage id="space.public_of" values={{ hub }} />}
      />
      <ListedForms forms={forms} />
      <SpaceTabs space={space} base={base} view={view} />
      <FolderBreadcrumbs base={base} space={space.name} folders={folders} />
      <DropBar onChoose={null} maxBytes={null}>
        <ViewControls
          key={`${view.kind} ${view.parent}`}
          base={base}
          slug={space.slug}
          view={view}
          personName={null}
          people={false}
        />
      </DropBar>
      <ActiveFilters base={base} view={view} personName={null} />
      <SpaceItems
        key={`${base} ${JSON.stringify(view)}`}
        base={base}
        handle={handle}
        slug={space.slug}
        view={view}
        people={false}
        first={items}
        hasForms={forms.length > 0}
        drop={null}
        onChoose={null}
        making={null}
        onCreated={nothing}
        onCountChange={nothing}
        announce={nothing}
      />
    </>
  );
}
