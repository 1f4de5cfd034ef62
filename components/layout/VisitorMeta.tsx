import Head from 'next/head';

type VisitorMetaProps = {
  title: string;
  description: string;
  /** The page's one address, absolute. */
  address: string;
  /** Whether search engines may take it up: only what is public, where the hub lets them. */
  indexed: boolean;
  type: 'article' | 'website';
};

/** What link previews and search engines are told of a public page. */
export function VisitorMeta({ title, description, address, indexed, type }: VisitorMetaProps) {
  return (
    <Head>
      <meta key="robots" name="robots" content={indexed ? 'index, follow' : 'noindex'} />
      <meta key="og:type" property="og:type" content={type} />
      <meta key="og:title" property="og:title" content={title} />
      <meta key="og:url" property="og:url" content={address} />
      <link key="canonical" rel="canonical" href={address} />
      {description && <meta key="description" name="description" content={description} />}
      {description && <meta key="og:description" property="og:description" content={description} />}
    </Head>
  );
}
