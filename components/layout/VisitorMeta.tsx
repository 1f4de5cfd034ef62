import Head from 'next/head';

type VisitorMetaProps = {
  title: string;
  description: string;
  /** The page's canonical address, absolute. */
  address: string;
  /** Whether search engines may index it: only what is public, where the hub allows it. */
  indexed: boolean;
  type: 'article' | 'website';
  /** The picture of link previews, absolute; 1200 by 630 pixels. */
  image?: string;
  /** A picture of any size, absolute. */
  picture?: string;
  /** When an article was changed last, RFC 3339. */
  changed?: string;
};

/** Metadata of a public page for link previews and search engines. */
export function VisitorMeta(props: VisitorMetaProps) {
  const { title, description, address, indexed, type, image, picture, changed } = props;
  return (
    <Head>
      <meta key="robots" name="robots" content={indexed ? 'index, follow' : 'noindex'} />
      <meta key="og:type" property="og:type" content={type} />
      <meta key="og:title" property="og:title" content={title} />
      <meta key="og:url" property="og:url" content={address} />
      <link key="canonical" rel="canonical" href={address} />
      {description && <meta key="description" name="description" content={description} />}
      {description && <meta key="og:description" property="og:description" content={description} />}
      {image && <meta key="og:image" property="og:image" content={image} />}
      {image && <meta key="og:image:width" property="og:image:width" content="1200" />}
      {image && <meta key="og:image:height" property="og:image:height" content="630" />}
      {!image && picture && <meta key="og:image" property="og:image" content={picture} />}
      <meta
        key="twitter:card"
        name="twitter:card"
        content={image || picture ? 'summary_large_image' : 'summary'}
      />
      {changed && <meta key="article:modified_time" property="article:modified_time" content={changed} />}
    </Head>
  );
}
