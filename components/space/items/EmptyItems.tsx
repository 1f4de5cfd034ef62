import { FormattedMessage } from 'react-intl';
import { countFilters, NO_FILTERS, type SpaceView, viewPath } from '#components/space/view/space-view.ts';
import { LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ChooseFiles } from './ItemTable.tsx';

type EmptyItemsProps = {
  view: SpaceView;
  base: string;
  /** Forms are shown above the list. */
  hasForms: boolean;
  /** Null where the user may not add files. */
  onChoose: (() => void) | null;
};

/** Why a list is empty, and what to do about it. */
export function EmptyItems({ view, base, hasForms, onChoose }: EmptyItemsProps) {
  const { q, kind, parent, by, from, to } = view;
  if (by || from || to) {
    return (
      <EmptyState
        title={<FormattedMessage id="item_list.empty_filters_title" />}
        text={<FormattedMessage id="item_list.empty_filters_text" values={{ count: countFilters(view) }} />}
        action={
          <LinkButton href={viewPath(base, { ...view, ...NO_FILTERS })} scroll={false}>
            <FormattedMessage id="item_list.clear_filters" />
          </LinkButton>
        }
      />
    );
  }
  if (q) {
    return (
      <EmptyState
        title={
          <FormattedMessage
            id={hasForms ? 'item_list.empty_filter_beside_forms_title' : 'item_list.empty_filter_title'}
            values={{ q }}
          />
        }
        text={<FormattedMessage id="item_list.empty_filter_text" />}
        action={
          <>
            <LinkButton href={`/search?q=${encodeURIComponent(q)}`}>
              <FormattedMessage id="item_list.search" values={{ q }} />
            </LinkButton>
            <LinkButton variant="link" href={viewPath(base, { ...view, q: '' })} scroll={false}>
              <FormattedMessage id="item_list.clear_filter" />
            </LinkButton>
          </>
        }
      />
    );
  }
  const action = onChoose && <ChooseFiles onChoose={onChoose} />;
  if (kind)
    return <EmptyState title={<FormattedMessage id="item_list.empty_kind_title" />} action={action} />;
  if (!onChoose) {
    return (
      <EmptyState
        title={
          <FormattedMessage
            id={hasForms ? 'item_list.empty_beside_forms_title' : 'item_list.empty_reader_title'}
          />
        }
        text={<FormattedMessage id="item_list.empty_reader_text" />}
      />
    );
  }
  const rootTitle = hasForms ? 'item_list.empty_beside_forms_title' : 'item_list.empty_title';
  return (
    <EmptyState
      title={<FormattedMessage id={parent ? 'item_list.empty_folder_title' : rootTitle} />}
      text={<FormattedMessage id="item_list.empty_text" />}
      action={action}
    />
  );
}
