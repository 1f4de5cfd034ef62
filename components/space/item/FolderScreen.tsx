import { Screen } from '#components/layout/Screen.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import type { LoadedFolder } from './load-folder.ts';
import { PublicFolder } from './PublicFolder.tsx';

/** A shared folder for a member of the hub who can't see its space. */
export function FolderScreen({ list }: { list: LoadedFolder }) {
  const { folder, crumbs } = list;
  return (
    <Screen
      title={folder.title}
      mark={<KindIcon kind="folder" labelled />}
      crumbs={crumbs.map(({ href, label }) => ({ href, label: <bdi>{label}</bdi> }))}
    >
      <PublicFolder list={{ ...list, crumbs: [] }} heading={false} />
    </Screen>
  );
}
