import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { space } from '#styles/tokens.ts';
import { LinkButton } from './Button.tsx';

const Pages = styled.nav`
  display: flex;
  gap: ${space(3)};
`;

type PageLinksProps = {
  page: number;
  hasMore: boolean;
  /** The address of a page of the list. */
  hrefOf: (page: number) => string;
};

/** The pages of a list before and after this one, as links: readable without a script. */
export function PageLinks({ page, hasMore, hrefOf }: PageLinksProps) {
  const intl = useIntl();
  if (page <= 1 && !hasMore) return null;
  return (
    <Pages aria-label={intl.formatMessage({ id: 'sharing.folder_pages' })}>
      {page > 1 && (
        <LinkButton href={hrefOf(page - 1)} prefetch={false}>
          <FormattedMessage id="sharing.folder_back" />
        </LinkButton>
      )}
      {hasMore && (
        <LinkButton href={hrefOf(page + 1)} prefetch={false}>
          <FormattedMessage id="sharing.folder_on" />
        </LinkButton>
      )}
    </Pages>
  );
}
