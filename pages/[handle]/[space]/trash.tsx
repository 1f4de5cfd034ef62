import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { spaceLayout } from '#components/space/tree/space-layout.tsx';
import { loadTrash } from '#components/trash/load-trash.ts';
import { TrashScreen, type TrashScreenProps } from '#components/trash/TrashScreen.tsx';

export default function SpaceTrashPage({ shell: _, ...props }: WithShell<TrashScreenProps>) {
  return <TrashScreen key={props.space?.slug} {...props} />;
}

SpaceTrashPage.getLayout = spaceLayout;

export const getServerSideProps = pageProps<TrashScreenProps>({}, async (visit) => {
  const props = await loadTrash(visit);
  return props ? { props } : { notFound: true };
});
