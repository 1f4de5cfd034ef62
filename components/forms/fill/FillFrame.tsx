'use no memo';

import Head from 'next/head';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './FillFrame.module.css';
import type { FillData } from './fill-data.ts';
import { FormattedMessage, useIntl } from './fill-messages.ts';
import { formPathInLanguage } from './form-url.ts';
import { LinkedText } from './LinkedText.tsx';
import { NoScriptStyles } from './NoScriptParts.tsx';
import parts from './parts.module.css';

/** Reports the height to the embedding page, so that the frame needs no scroll bar of its own. */
function usePostedHeight(slug: string, isEmbedded: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (!isEmbedded || !current || window.parent === window) return;
    const postHeight = () => {
      // The height is not secret, and the form's policy restricts which pages may frame it.
      const height = Math.ceil(current.getBoundingClientRect().height);
      window.parent.postMessage({ type: 'hubkeep:height', form: slug, height }, '*');
    };
    const observer = new ResizeObserver(postHeight);
    observer.observe(current);
    return () => observer.disconnect();
  }, [slug, isEmbedded]);
  return box;
}

type Props = {
  data: FillData;
  /** Content under the form, at the left. */
  foot?: ReactNode;
  /** False where the page shows something else than the form's own heading describes. */
  isHeaded?: boolean;
  children: ReactNode;
};

/** The page around a form, in its colours: title, cover, logo, languages. */
export function FillFrame({ data, foot, isHeaded = true, children }: Props) {
  const intl = useIntl();
  const { definition, theme, isEmbedded, languages, address, state } = data;
  const box = usePostedHeight(data.slug, isEmbedded);
  const title = definition.title || intl.formatMessage({ id: 'fill.unpublished_title' });
  const about = definition.description.slice(0, 300);
  const isIndexed = data.isIndexed && state !== 'unpublished' && !isEmbedded;
  return (
    <div
      className={styles.ground}
      ref={box}
      data-embedded={isEmbedded || undefined}
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
      <NoScriptStyles />
      <div className={styles.column}>
        {languages.length > 1 && (
          <nav className={styles.languages} aria-label={intl.formatMessage({ id: 'fill.language' })}>
            {languages.map(({ tag, name }) => (
              <a
                key={tag}
                href={formPathInLanguage(data, tag)}
                lang={tag}
                hrefLang={tag}
                aria-current={tag === definition.language || undefined}
              >
                {name}
              </a>
            ))}
          </nav>
        )}
        <main className={styles.card} id="content" tabIndex={-1}>
          {/* biome-ignore lint/performance/noImgElement: the picture comes from the API, at the size that it has */}
          {theme?.cover && isHeaded && <img className={styles.cover} src={theme.cover} alt="" />}
          <div className={styles.inside}>
            {/* biome-ignore lint/performance/noImgElement: as above */}
            {theme?.logo && <img className={styles.logo} src={theme.logo} alt="" />}
            {isHeaded && (
              <header>
                <h1 className={parts.title} dir="auto">
                  {title}
                </h1>
                {definition.description && (
                  <div className={parts.lead} dir="auto">
                    <LinkedText text={definition.description} />
                  </div>
                )}
              </header>
            )}
            {children}
          </div>
        </main>
        {!isEmbedded && (
          <footer className={styles.foot}>
            {foot}
            <a href="/" rel="noopener">
              <FormattedMessage id="fill.made_with" />
            </a>
          </footer>
        )}
      </div>
    </div>
  );
}
