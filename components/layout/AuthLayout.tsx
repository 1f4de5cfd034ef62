import type { ReactNode } from 'react';
import styled from 'styled-components';
import { SessionEndedNotice } from '#components/auth/SessionEndedNotice.tsx';
import { Brand } from '#components/ui/Brand.tsx';
import { MAIN_ID, SkipLink } from '#components/ui/SkipLink.tsx';
import type { Shell } from '#context/ShellContext.tsx';
import { below, color, space } from '#styles/tokens.ts';
import { Carousel } from './Carousel.tsx';
import { Providers } from './Providers.tsx';

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  min-height: 100vh;
  min-height: 100dvh;
  background: ${color('surface')};

  ${below('lg')} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Main = styled.main`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  justify-items: center;
  padding: ${space(10)} ${space(6)};

  ${below('lg')} {
    align-content: start;
    padding: ${space(8)} ${space(5)};
  }

  &:focus {
    outline: none;
  }
`;

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(6)};
  width: 100%;
  max-width: 380px;
  /* An address of email has no place to break at, and up to 255 characters. */
  overflow-wrap: anywhere;

  > a:first-child {
    justify-self: start;
  }
`;

/** The page after the form is in the signed-in layout: it is prefetched while the server processes the form. */
const fetchNextLayout = () => void import('./AppLayout.tsx').catch(() => {});

/** For signing in and the steps after it: the form at the left, a presentation of the app at the right. */
export function AuthLayout({ shell, children }: { shell: Shell; children: ReactNode }) {
  return (
    <Providers shell={shell}>
      <SkipLink />
      <Page onSubmit={fetchNextLayout}>
        <Main id={MAIN_ID} tabIndex={-1}>
          <Column>
            <Brand />
            {shell.sessionEnded && <SessionEndedNotice ended={shell.sessionEnded} />}
            {children}
          </Column>
        </Main>
        <Carousel />
      </Page>
    </Providers>
  );
}
