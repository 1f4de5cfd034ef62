import dynamic from 'next/dynamic';
import { loadSpaceOfAddress } from '#components/forms/list/load-forms.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import type { Space } from '#lib/contract/space.ts';

const NewFormScreen = dynamic(() =>
  import('#components/forms/list/NewFormScreen.tsx').then((file) => file.NewFormScreen),
);

type Props = { handle: string; space: Space };

export default function NewFormPage({ handle, space }: WithShell<Props>) {
  return <NewFormScreen key={space.id} handle={handle} space={space} />;
}

export const getServerSideProps = pageProps<Props>({}, async (visit) => {
  const space = await loadSpaceOfAddress(visit);
  return space ? { props: { handle: String(visit.context.params?.handle), space } } : { notFound: true };
});
