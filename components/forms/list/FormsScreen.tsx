import { Plus, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { SpaceMark } from '#components/space/view/SpaceMark.tsx';
import { SpaceSubtitle } from '#components/space/view/SpaceSubtitle.tsx';
import { SpaceTabs } from '#components/space/view/SpaceTabs.tsx';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { SkeletonList, useIsSlow } from '#components/ui/Skeleton.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { space as gap } from '#styles/tokens.ts';
import { FormTable } from './FormTable.tsx';
import type { LoadedForms } from './load-forms.ts';
import { useForms } from './use-forms.ts';

const Controls = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${gap(3)};
  margin: ${gap(5)} 0 ${gap(4)};

  > form {
    flex: 0 1 300px;
  }
`;

const More = styled.div`
  display: grid;
  justify-items: center;
  margin-top: ${gap(4)};
`;

function FormsScreenContent({ handle, space, forms: first }: LoadedForms) {
  const intl = useIntl();
  const [q, setQ] = useState('');
  const [trashed, setTrashed] = useState(false);
  const list = useForms({ slug: space.slug, q: q.trim(), trashed, first });
  const base = `/${handle}/${space.slug}`;
  const mayAdd = space.allowed.includes('space.create_item');
  const slow = useIsSlow(list.loading && list.forms.length === 0);
  const isEmpty = list.forms.length === 0 && !list.loading && !list.error;

  const show = (search: string, inTrash: boolean) => {
    setQ(search);
    setTrashed(inTrash);
  };

  return (
    <Screen
      title={space.name}
      mark={<SpaceMark name={space.name} seed={space.id} />}
      subtitle={<SpaceSubtitle space={space} />}
      actions={
        mayAdd && (
          <LinkButton variant="primary" icon={Plus} collapses href={`${base}/forms/new`} prefetch={false}>
            <FormattedMessage id="forms.new" />
          </LinkButton>
        )
      }
    >
      <SpaceTabs space={space} base={base} current="forms" />
      <Controls>
        <form onSubmit={(event) => event.preventDefault()}>
          <SearchField
            label={intl.formatMessage({ id: 'forms.filter' })}
            value={q}
            maxLength={200}
            onChange={(event) => show(event.target.value, trashed)}
          />
        </form>
        {mayAdd && (
          <Button variant="quiet" icon={trashed ? Undo2 : Trash2} onClick={() => show('', !trashed)}>
            <FormattedMessage id={trashed ? 'forms.show_active' : 'forms.show_trash'} />
          </Button>
        )}
      </Controls>
      {list.error && <ErrorState message={list.error} retrying={list.loading} onRetry={list.loadMore} />}
      {slow && <SkeletonList rows={4} />}
      {isEmpty && <Empty q={q.trim()} trashed={trashed} base={mayAdd ? base : null} />}
      {list.forms.length > 0 && <FormTable handle={handle} slug={space.slug} list={list} trashed={trashed} />}
      {list.hasMore && !list.error && (
        <More>
          <Button busy={list.loading} onClick={list.loadMore}>
            <FormattedMessage id="forms.more" />
          </Button>
        </More>
      )}
    </Screen>
  );
}

/** The forms of a space: their states, their numbers of submissions, and their actions. */
export const FormsScreen = withQueries(FormsScreenContent);

type EmptyProps = {
  q: string;
  trashed: boolean /** Null where the user may not add forms. */;
  base: string | null;
};

function Empty({ q, trashed, base }: EmptyProps) {
  if (q)
    return <EmptyState title={<FormattedMessage id="forms.empty_filter" values={{ q: <bdi>{q}</bdi> }} />} />;
  if (trashed) return <EmptyState title={<FormattedMessage id="forms.empty_trash" />} />;
  return (
    <EmptyState
      title={<FormattedMessage id="forms.empty_title" />}
      text={<FormattedMessage id={base ? 'forms.empty_text' : 'forms.empty_reader_text'} />}
      action={
        base && (
          <LinkButton variant="primary" icon={Plus} href={`${base}/forms/new`} prefetch={false}>
            <FormattedMessage id="forms.new" />
          </LinkButton>
        )
      }
    />
  );
}
