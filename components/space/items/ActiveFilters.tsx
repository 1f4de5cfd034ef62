import { X } from 'lucide-react';
import NextLink from 'next/link';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { countFilters, NO_FILTERS, type SpaceView, viewPath } from '#components/space/view/space-view.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { color, radius, space } from '#styles/tokens.ts';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  margin: ${space(2)} 0 ${space(3)};
  font-size: 13px;

  > li {
    max-width: 100%;
  }
`;

const Chip = styled(NextLink)`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  max-width: 100%;
  min-height: 32px;
  padding: 0 ${space(3)};
  border-radius: ${radius('chip')};
  background: ${color('primaryTint')};
  color: ${color('primaryText')};
  text-decoration: none;

  > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > svg {
    flex: none;
  }
`;

type ActiveFiltersProps = { base: string; view: SpaceView; personName: string | null };

/** The active filters of a list; each is removed by pressing it, or all with one button. */
export function ActiveFilters({ base, view, personName }: ActiveFiltersProps) {
  const intl = useIntl();
  if (countFilters(view) === 0) return null;
  const { q, by, from, to } = view;
  const day = (text: string) =>
    intl.formatDate(`${text}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' });
  const chip = (name: string, label: ReactNode, without: Partial<SpaceView>) => (
    <li key={name}>
      <Chip href={viewPath(base, { ...view, ...without })} scroll={false} prefetch={false}>
        <span>
          <VisuallyHidden>
            <FormattedMessage id="item_list.remove_filter" />{' '}
          </VisuallyHidden>
          {label}
        </span>
        <X aria-hidden size={14} strokeWidth={1.75} />
      </Chip>
    </li>
  );
  const dates = from && to ? 'item_list.chip_between' : from ? 'item_list.chip_from' : 'item_list.chip_to';
  return (
    <List aria-label={intl.formatMessage({ id: 'item_list.active_filters' })}>
      {q &&
        chip('q', <FormattedMessage id="item_list.chip_title" values={{ q: <bdi>{q}</bdi> }} />, { q: '' })}
      {by &&
        chip(
          'by',
          <FormattedMessage
            id={personName ? 'item_list.chip_by' : 'item_list.chip_by_somebody'}
            values={{ name: <bdi>{personName}</bdi> }}
          />,
          { by: null },
        )}
      {(from || to) &&
        chip(
          'dates',
          <FormattedMessage id={dates} values={{ from: from && day(from), to: to && day(to) }} />,
          { from: '', to: '' },
        )}
      <li>
        <NextLink href={viewPath(base, { ...view, ...NO_FILTERS })} scroll={false} prefetch={false}>
          <FormattedMessage id="item_list.clear_filters" />
        </NextLink>
      </li>
    </List>
  );
}
