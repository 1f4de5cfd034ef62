import Head from 'next/head';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { from, space } from '#styles/tokens.ts';
import type { Site } from './load-site.ts';
import { SiteNavigation } from './SiteNavigation.tsx';
import { SiteNeighbours } from './SiteNeighbours.tsx';
import { SiteResults } from './SiteResults.tsx';

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};

  ${from('lg')} {
    grid-template-columns: 240px minmax(0, 1fr);
    gap: ${space(8)};
  }

  @media print {
    display: block;
  }
`;

const Content = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(8)};
  align-content: start;
`;

/** A page of a public space for visitors: with the space's navigation and search, also without a script. */
export function SiteLayout({
  site,
  publicUrl,
  children,
}: {
  site: Site;
  publicUrl: string;
  children: ReactNode;
}) {
  const intl = useIntl();
  return (
    <>
      <Head>
        <link
          key="feed"
          rel="alternate"
          type="application/atom+xml"
          title={site.name}
          href={`${publicUrl}${site.feed}`}
        />
        <meta key="og:site_name" property="og:site_name" content={site.name} />
      </Head>
      <Frame>
        <SiteNavigation site={site} />
        <Content>
          <div>{site.search ? <SiteResults search={site.search} /> : children}</div>
          {!site.search && <SiteNeighbours previous={site.previous} next={site.next} />}
          <p data-print="hidden">
            <a href={site.feed} aria-label={intl.formatMessage({ id: 'site.feed_of' }, { space: site.name })}>
              <FormattedMessage id="site.feed" />
            </a>
          </p>
        </Content>
      </Frame>
    </>
  );
}
