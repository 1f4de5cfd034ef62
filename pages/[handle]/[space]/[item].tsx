import Head from 'next/head';
import { MissingPage } from '#components/hub/MissingPage.tsx';
import { visitorOrMember } from '#components/hub/visitor-or-member.tsx';
import { ItemScreen } from '#components/item/ItemScreen.tsx';
import type { ItemPageData } from '#components/item/item-page.ts';
import { loadItem } from '#components/item/load-item.ts';
import { PublicItem } from '#components/item/PublicItem.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';

type Props = { data: ItemPageData | null };

export default function ItemPage({ data, shell }: WithShell<Props>) {
  if (!data) return <MissingPage />;
  const { item, description, path } = data;
  return (
    <>
      <Head>
        {description && <meta key="description" name="description" content={description} />}
        <meta key="og:title" property="og:title" content={item.title} />
        {description && <meta key="og:description" property="og:description" content={description} />}
        <link key="canonical" rel="canonical" href={`${shell.config.publicUrl}${path}`} />
      </Head>
      {shell.viewer ? <ItemScreen key={item.id} data={data} /> : <PublicItem data={data} />}
    </>
  );
}

ItemPage.getLayout = visitorOrMember;

export const getServerSideProps = pageProps<Props>(
  { access: 'everyone', followsSteps: true, sidebar: true },
  async (visit) => {
    const loaded = await loadItem(visit);
    if (loaded.type === 'moved') return { redirect: { destination: loaded.path, permanent: false } };
    if (loaded.type === 'item') return { props: { data: loaded.data } };
    if (visit.viewer) return { notFound: true };
    visit.context.res.statusCode = 404;
    return { props: { data: null } };
  },
);
