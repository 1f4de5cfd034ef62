import { ChevronRight } from 'lucide-react';
import NextLink from 'next/link';
import { Fragment } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { viewPath } from '#components/space/view/space-view.ts';
import type { FolderStep } from '#lib/contract/item.ts';
import { color, space } from '#styles/tokens.ts';

const Trail = styled.nav`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  margin-top: ${space(4)};
  color: ${color('quiet')};

  > svg {
    flex: none;
  }

  > a,
  > span {
    max-width: min(320px, 100%);
    overflow: hidden;
    color: inherit;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > a {
    min-height: 24px;
  }

  > span {
    color: ${color('text')};
    font-weight: 500;
  }
`;

/** The path of the displayed folder, from the space inwards. */
export function FolderBreadcrumbs({
  base,
  space: root,
  folders,
}: {
  base: string;
  space: string;
  folders: FolderStep[];
}) {
  const intl = useIntl();
  if (folders.length === 0) return null;
  const last = folders.length - 1;
  return (
    <Trail data-folder-trail aria-label={intl.formatMessage({ id: 'space.folders' })}>
      <NextLink href={base} dir="auto">
        {root}
      </NextLink>
      {folders.map(({ id, title }, index) => (
        <Fragment key={id}>
          <ChevronRight aria-hidden size={15} strokeWidth={1.75} />
          {index === last ? (
            <span dir="auto" aria-current="page" title={title}>
              {title}
            </span>
          ) : (
            <NextLink href={viewPath(base, { parent: id })} dir="auto" title={title}>
              {title}
            </NextLink>
          )}
        </Fragment>
      ))}
    </Trail>
  );
}
