import dynamic from 'next/dynamic';
import type { FormPageData } from '#components/forms/builder/page/form-page.ts';
import { loadForm } from '#components/forms/builder/page/load-form.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';

const FormScreen = dynamic(() =>
  import('#components/forms/editor/FormScreen.tsx').then((file) => file.FormScreen),
);

export default function FormPage({ shell: _, ...data }: WithShell<FormPageData>) {
  return <FormScreen key={data.form.id} {...data} />;
}

export const getServerSideProps = pageProps<FormPageData>({}, async (visit) => {
  const loaded = await loadForm(visit);
  switch (loaded.type) {
    case 'moved':
      return { redirect: { destination: loaded.path, permanent: false } };
    case 'missing':
      return { notFound: true };
    case 'form':
      return { props: loaded.data };
  }
});
