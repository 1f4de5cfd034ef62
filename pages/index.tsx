import { EyeOff, HardDrive, type LucideIcon, Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { SearchPicture } from '#components/layout/carousel-pictures.tsx';
import { PublicLayout } from '#components/layout/PublicLayout.tsx';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { VisitorMeta } from '#components/layout/VisitorMeta.tsx';
import { LinkButton } from '#components/ui/Button.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { below, color, radius, space } from '#styles/tokens.ts';

const Hero = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr);
  gap: ${space(16)};
  align-items: center;
  padding: ${space(14)} 0 ${space(20)};

  ${below('lg')} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(10)};
    padding: ${space(8)} 0 ${space(12)};
  }
`;

const Introduction = styled.div`
  display: grid;
  gap: ${space(6)};

  > h1 {
    font-size: clamp(30px, 4.2vw, 46px);
    line-height: 1.15;
    letter-spacing: -0.02em;
    text-wrap: balance;
  }

  > p {
    max-width: 520px;
    color: ${color('quiet')};
    font-size: 16px;
    line-height: 1.7;
  }
`;

const Links = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
`;

const Picture = styled.div`
  padding: ${space(8)};
  border-radius: ${radius('card')};
  background: ${color('primaryTint')};

  ${below('md')} {
    padding: ${space(4)};
  }
`;

const Promises = styled.ul`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(8)};

  ${below('md')} {
    grid-template-columns: minmax(0, 1fr);
  }

  > li {
    display: grid;
    gap: ${space(2)};
    align-content: start;
  }

  h2 {
    font-size: 16px;
  }

  p {
    color: ${color('quiet')};
  }

  svg {
    color: ${color('primaryText')};
  }
`;

const PROMISES: { id: 'search' | 'access' | 'own'; icon: LucideIcon }[] = [
  { id: 'search', icon: Search },
  { id: 'access', icon: EyeOff },
  { id: 'own', icon: HardDrive },
];

/** For visitors: what Hubkeep is, and how to sign in. Signed-in users are redirected to their hub. */
export default function StartPage() {
  const intl = useIntl();
  const { publicUrl } = useShell().config;
  const name = intl.formatMessage({ id: 'app.name' });
  return (
    <>
      <PageTitle title={name} />
      <VisitorMeta
        title={name}
        description={intl.formatMessage({ id: 'landing.lead' })}
        address={`${publicUrl}/`}
        image={`${publicUrl}/social-card.png`}
        indexed
        type="website"
      />
      <Hero>
        <Introduction>
          <h1>
            <FormattedMessage id="landing.title" />
          </h1>
          <p>
            <FormattedMessage id="landing.lead" />
          </p>
          <Links>
            <LinkButton href="/auth/signup" variant="primary" size="large">
              <FormattedMessage id="landing.sign_up" />
            </LinkButton>
            <LinkButton href="/auth/signin" size="large">
              <FormattedMessage id="landing.sign_in" />
            </LinkButton>
          </Links>
        </Introduction>
        <Picture aria-hidden>
          <SearchPicture />
        </Picture>
      </Hero>
      <Promises>
        {PROMISES.map(({ id, icon: Icon }) => (
          <li key={id}>
            <Icon aria-hidden size={22} strokeWidth={1.75} />
            <h2>
              <FormattedMessage id={`landing.${id}_title`} />
            </h2>
            <p>
              <FormattedMessage id={`landing.${id}_text`} />
            </p>
          </li>
        ))}
      </Promises>
    </>
  );
}

StartPage.getLayout = (page: ReactElement, { shell }: WithShell) => (
  <PublicLayout shell={shell}>{page}</PublicLayout>
);

export const getServerSideProps = pageProps(
  { access: 'everyone', followsSteps: true },
  async ({ viewer, hub }) =>
    viewer && hub ? { redirect: { destination: `/${hub.domain_handle}`, permanent: false } } : { props: {} },
);
