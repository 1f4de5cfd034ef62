import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { SessionEndedNotice } from '#components/auth/SessionEndedNotice.tsx';
import { BrandWithName } from '#components/ui/Brand.tsx';
import { LinkButton } from '#components/ui/Button.tsx';
import { InlineIntlContext } from '#components/ui/inline-intl.tsx';
import { MAIN_ID, SkipLink } from '#components/ui/SkipLink.tsx';
import type { Shell } from '#context/ShellContext.tsx';
import { HEADER_HEIGHT } from '#lib/text/constants.ts';
import { DEFAULT_LOCALE, LANGUAGES } from '#locales/languages.ts';
import { below, color, space } from '#styles/tokens.ts';
import { fieldMessages } from './field-messages.ts';
import { OfflineNotice } from './OfflineNotice.tsx';
import { Providers } from './Providers.tsx';

const Header = styled.header`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  max-width: 1200px;
  height: ${HEADER_HEIGHT}px;
  margin: 0 auto;
  padding: 0 ${space(8)};

  > :nth-child(2) {
    margin-left: auto;
  }

  ${below('md')} {
    height: 60px;
    padding: 0 ${space(5)};
  }
`;

const Page = styled.div`
  min-height: 100vh;
  background: ${color('surface')};

  @media print {
    min-height: 0;
  }
`;

const Main = styled.main`
  max-width: 1200px;
  margin: 0 auto;
  padding: 0 ${space(8)} ${space(16)};

  &:focus {
    outline: none;
  }

  ${below('md')} {
    padding: 0 ${space(5)} ${space(12)};
  }

  @media print {
    max-width: none;
    padding: 0;
  }
`;

/** For public pages: the logo, sign-in links, the content. */
export function PublicLayout({ shell, children }: { shell: Shell; children: ReactNode }) {
  return (
    <Providers shell={shell}>
      <SkipLink />
      <Page>
        <Header data-print="hidden" lang={LANGUAGES[DEFAULT_LOCALE].code}>
          <BrandWithName />
          {shell.viewer ? (
            <LinkButton href="/" variant="primary">
              <FormattedMessage id="landing.go_home" />
            </LinkButton>
          ) : (
            <LinkButton href="/auth/signin">
              <FormattedMessage id="landing.sign_in" />
            </LinkButton>
          )}
        </Header>
        <Main id={MAIN_ID} tabIndex={-1}>
          {shell.sessionEnded && <SessionEndedNotice ended={shell.sessionEnded} />}
          <InlineIntlContext value={fieldMessages}>{children}</InlineIntlContext>
        </Main>
      </Page>
      <OfflineNotice />
    </Providers>
  );
}
