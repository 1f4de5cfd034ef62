'use no memo';

import Head from 'next/head';
import { type ReactNode, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { below, color, space } from '#styles/tokens.ts';
import type { FillData } from './fill-data.ts';
import { FormattedMessage, useIntl } from './fill-words.ts';
import { LinkedText } from './LinkedText.tsx';
import { PlainRules } from './PlainParts.tsx';
import { Card, Column, Ground, Inside, Lead, Title } from './parts.ts';

const Cover = styled.img`
  width: 100%;
  height: clamp(120px, 24vw, 220px);
  object-fit: cover;
`;

const Logo = styled.img`
  max-width: 200px;
  max-height: 64px;
  margin-bottom: ${space(5)};
  object-fit: contain;
`;

const Languages = styled.nav`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(1)} ${space(4)};
  margin-bottom: ${space(4)};
  font-size: 13px;

  ${below('sm')} {
    margin: 0;
    padding: ${space(3)} ${space(5)} 0;
  }

  a {
    padding-block: ${space(1)};
    color: ${color('quiet')};
  }

  a[aria-current] {
    color: ${color('primaryText')};
    font-weight: 600;
  }
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)} ${space(4)};
  min-height: 32px;
  margin-top: ${space(5)};
  padding: 0 ${space(2)};
  color: ${color('quiet')};
  font-size: 13px;

  ${below('sm')} {
    margin: 0;
    padding: 0 ${space(5)} ${space(8)};
  }

  > :last-child {
    margin-inline-start: auto;
  }

  a {
    color: inherit;
  }
`;

/** Tells the page around the frame how high it is, so that nobody scrolls in two places. */
function useToldHeight(slug: string, isEmbedded: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (!isEmbedded || !current || window.parent === window) return;
    const tell = () => {
      // The height is no secret, and which page frames the form is for the form's policy to say.
      const height = Math.ceil(current.getBoundingClientRect().height);
      window.parent.postMessage({ type: 'hubkeep:height', form: slug, height }, '*');
    };
    const observer = new ResizeObserver(tell);
    observer.observe(current);
    return () => observer.disconnect();
  }, [slug, isEmbedded]);
  return box;
}

/** The same address in another language. */
function inLanguage({ slug, isEmbedded }: FillData, tag: string): string {
  return `/f/${slug}?lang=${encodeURIComponent(tag)}${isEmbedded ? '&embed=1' : ''}`;
}

type Props = {
  data: FillData;
  /** What stands under the form, at the left. */
  foot?: ReactNode;
  /** False where the page is about something else than what the form says of itself. */
  isHeaded?: boolean;
  children: ReactNode;
};

/** The page around a form, in its colours: title, cover, logo, languages. */
export function FillFrame({ data, foot, isHeaded = true, children }: Props) {
  const intl = useIntl();
  const { asked, theme, isEmbedded, languages, address, isPublic, state } = data;
  const box = useToldHeight(data.slug, isEmbedded);
  const title = asked.title || intl.formatMessage({ id: 'fill.unpublished_title' });
  const about = asked.description.slice(0, 300);
  const isIndexed = isPublic && state !== 'unpublished' && !isEmbedded;
  return (
    <Ground
      ref={box}
      $isEmbedded={isEmbedded}
      style={theme ? { ...theme.variables, colorScheme: theme.isDark ? 'dark' : 'light' } : undefined}
    >
      <Head>
        <title key="title">{title}</title>
        <meta key="robots" name="robots" content={isIndexed ? 'index, follow' : 'noindex'} />
        <meta key="og:title" property="og:title" content={title} />
        <meta key="og:type" property="og:type" content="website" />
        <meta key="og:url" property="og:url" content={address} />
        <link key="canonical" rel="canonical" href={address} />
        {about && <meta key="description" name="description" content={about} />}
        {about && <meta key="og:description" property="og:description" content={about} />}
      </Head>
      <PlainRules />
      <Column $isEmbedded={isEmbedded}>
        {languages.length > 1 && (
          <Languages aria-label={intl.formatMessage({ id: 'fill.language' })}>
            {languages.map(({ tag, name }) => (
              <a
                key={tag}
                href={inLanguage(data, tag)}
                lang={tag}
                hrefLang={tag}
                aria-current={tag === asked.language || undefined}
              >
                {name}
              </a>
            ))}
          </Languages>
        )}
        <Card as="main" id="content" tabIndex={-1} $isEmbedded={isEmbedded}>
          {theme?.cover && isHeaded && <Cover src={theme.cover} alt="" />}
          <Inside>
            {theme?.logo && <Logo src={theme.logo} alt="" />}
            {isHeaded && (
              <header>
                <Title dir="auto">{title}</Title>
                {asked.description && (
                  <Lead dir="auto">
                    <LinkedText text={asked.description} />
                  </Lead>
                )}
              </header>
            )}
            {children}
          </Inside>
        </Card>
        {!isEmbedded && (
          <Foot>
            {foot}
            <a href="/" rel="noopener">
              <FormattedMessage id="fill.made_with" />
            </a>
          </Foot>
        )}
      </Column>
    </Ground>
  );
}
