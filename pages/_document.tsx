import Document, { type DocumentContext, Head, Html, Main, NextScript } from 'next/document';
import { ServerStyleSheet } from 'styled-components';
import { themeFromCookies } from '#components/layout/page-props.ts';
import { NonceContext } from '#context/nonce.ts';
import type { ThemeChoice } from '#context/ShellContext.tsx';
import { directionOf } from '#lib/text/language-direction.ts';
import { DEFAULT_LOCALE, LANGUAGES } from '#locales/languages.ts';
import { COLORS } from '#styles/tokens.ts';

type OwnProps = {
  language: string;
  nonce: string | undefined;
  theme: ThemeChoice;
  apiHost: string;
};

const PRELOADED_FONTS = [400, 500, 600].map((weight) => `/fonts/be-vietnam-pro-latin-${weight}.woff2`);

/** The document around every page: the user's theme, the styles with the response's nonce, the fonts first. */
export default class HubkeepDocument extends Document<OwnProps> {
  static override async getInitialProps(context: DocumentContext) {
    const { req, renderPage } = context;
    const request = req?.hubkeep;
    const nonce = request?.nonce;
    const sheet = new ServerStyleSheet(nonce ? { nonce } : {});
    context.renderPage = () =>
      renderPage({
        enhanceApp: (App) =>
          function AppWithNonce(props) {
            return sheet.collectStyles(
              <NonceContext.Provider value={nonce}>
                <App {...props} />
              </NonceContext.Provider>,
            );
          },
      });
    try {
      const initial = await Document.getInitialProps(context);
      return {
        ...initial,
        language: request?.language ?? LANGUAGES[DEFAULT_LOCALE].code,
        nonce,
        theme: themeFromCookies(readCookies(req?.headers.cookie)),
        apiHost: request?.config.apiHost ?? '',
        // After the style sheets, so that components built on their classes override them.
        styles: (
          <>
            {initial.styles}
            {sheet.getStyleElement()}
          </>
        ),
      };
    } finally {
      sheet.seal();
    }
  }

  override render() {
    const { language, nonce, theme, apiHost } = this.props;
    return (
      <Html
        lang={language}
        dir={directionOf(language)}
        data-theme={theme}
        data-api-host={apiHost || undefined}
      >
        <Head nonce={nonce}>
          {/* styled-components reads it when its module is loaded, before any provider can set it. */}
          {nonce && <meta property="csp-nonce" nonce={nonce} />}
          {PRELOADED_FONTS.map((font) => (
            <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
          ))}
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          <link rel="manifest" href="/manifest.webmanifest" />
          <ThemeColors theme={theme} />
        </Head>
        <body>
          <Main />
          <NextScript nonce={nonce} />
        </body>
      </Html>
    );
  }
}

/** The colour of the browser's toolbars. */
function ThemeColors({ theme }: { theme: ThemeChoice }) {
  const [light, dark] = COLORS.surface;
  if (theme !== 'system') return <meta name="theme-color" content={theme === 'dark' ? dark : light} />;
  return (
    <>
      <meta name="theme-color" content={light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={dark} media="(prefers-color-scheme: dark)" />
    </>
  );
}

function readCookies(header = ''): Record<string, string> {
  return Object.fromEntries(
    header.split(';').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}
