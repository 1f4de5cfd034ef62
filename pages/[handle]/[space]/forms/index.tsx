import dynamic from 'next/dynamic';
import { type LoadedForms, loadForms } from '#components/forms/list/load-forms.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { spaceLayout } from '#components/space/tree/space-layout.tsx';

const FormsScreen = dynamic(() =>
  import('#components/forms/list/FormsScreen.tsx').then((file) => file.FormsScreen),
);

export default function FormsPage({ shell: _, ...loaded }: WithShell<LoadedForms>) {
  return <FormsScreen key={loaded.space.id} {...loaded} />;
}

FormsPage.getLayout = spaceLayout;

export const getServerSideProps = pageProps<LoadedForms>({}, async (visit) => {
  const loaded = await loadForms(visit);
  return loaded ? { props: loaded } : { notFound: true };
});
