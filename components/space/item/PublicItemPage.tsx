import { VisitorMeta } from '#components/layout/VisitorMeta.tsx';
import type { Site } from '#components/space/site/load-site.ts';
import { SiteLayout } from '#components/space/site/SiteLayout.tsx';
import type { ItemPageData } from './item-page.ts';
import type { LoadedFolder } from './load-folder.ts';
import { PublicFolder } from './PublicFolder.tsx';
import { PublicItem } from './PublicItem.tsx';
import { pictureOf } from './picture-of-page.ts';

/** What the page of an item shows. */
export type ShownItem = { type: 'item'; data: ItemPageData } | { type: 'folder'; folder: LoadedFolder };

type PublicItemPageProps = { shown: ShownItem; indexed: boolean; site: Site | null; publicUrl: string };

/** An item's page for visitors; that of a public space is part of its site. */
export function PublicItemPage({ shown, indexed, site, publicUrl }: PublicItemPageProps) {
  const { item, path, description } =
    shown.type === 'item' ? shown.data : { ...shown.folder, item: shown.folder.folder, description: '' };
  const picture = shown.type === 'item' ? pictureOf(shown.data) : null;
  const content =
    shown.type === 'item' ? <PublicItem data={shown.data} /> : <PublicFolder list={shown.folder} />;
  return (
    <>
      <VisitorMeta
        title={item.title}
        description={description}
        address={`${publicUrl}${path}`}
        indexed={indexed}
        type="article"
        changed={item.updated_at}
        {...(picture ? { picture: `${publicUrl}${picture}` } : {})}
      />
      {site ? (
        <SiteLayout site={site} publicUrl={publicUrl}>
          {content}
        </SiteLayout>
      ) : (
        content
      )}
    </>
  );
}
