import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { EntryList, EntryRow } from '#components/ui/EntryRow.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import { taskHash } from '#lib/browser/location-hash.ts';
import type { TaskList as ListName, Task } from '#lib/contract/task.ts';
import type { ListPage } from '#services/http.ts';
import { listTasks, setTask } from '#services/tasks.ts';
import { color, space } from '#styles/tokens.ts';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

/* 44 px to touch, around a box of 18. */
const Box = styled.label`
  display: grid;
  flex: none;
  place-items: center;
  width: 44px;
  height: 44px;

  input {
    width: 18px;
    height: 18px;
    accent-color: ${color('primaryFill')};
  }
`;

const Notes = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 2px ${space(3)};
`;

const Overdue = styled.span`
  color: ${color('error')};
`;

const keyOf = ({ item, number }: Task) => `${item.id} ${number}`;

type TaskListProps = {
  handle: string;
  list: ListName;
  /** The reader's day, as in 2026-11-27. */
  today: string;
  first: ListPage<Task>;
};

/** Open tasks of documents, each with a box that marks it as done in its document. */
export const TaskList = withQueries(function TaskList({ handle, list: name, today, first }: TaskListProps) {
  const intl = useIntl();
  const toast = useToast();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const list = useListQuery<Task>({
    of: ['tasks', handle, name],
    first,
    load: ({ after }, signal) => listTasks({ list: name, today, after }, signal),
    idOf: keyOf,
  });

  const change = async (task: Task, done: boolean) => {
    const key = keyOf(task);
    setBusy((now) => new Set([...now, key]));
    try {
      await setTask(task, done);
      if (!done) return await list.reload();
      list.remove(key);
      toast({
        tone: 'success',
        text: <FormattedMessage id="tasks.done" values={{ task: task.text }} />,
        action: { label: <FormattedMessage id="tasks.undo" />, onSelect: () => void change(task, false) },
      });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
      void list.reload();
    } finally {
      setBusy((now) => new Set([...now].filter((other) => other !== key)));
    }
  };

  if (list.entries.length === 0 && !list.loading && list.error === null)
    return (
      <EmptyState
        title={<FormattedMessage id={`tasks.none_${name}`} />}
        text={<FormattedMessage id="tasks.none_text" />}
      />
    );
  return (
    <Column>
      <EntryList $framed>
        {list.entries.map((task) => {
          const { item, text, people, due } = task;
          const day = due && intl.formatDate(`${due}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
          const isBusy = busy.has(keyOf(task));
          return (
            <EntryRow
              key={keyOf(task)}
              mark={
                <Box>
                  <input
                    type="checkbox"
                    checked={isBusy}
                    disabled={isBusy || !task.may_change}
                    aria-label={intl.formatMessage({ id: 'tasks.do' }, { task: text })}
                    onChange={() => void change(task, true)}
                  />
                </Box>
              }
              name={text || item.title}
              notes={[
                <Notes key="notes">
                  <NextLink href={`${itemPath(handle, item)}${taskHash(task)}`} prefetch={false}>
                    <bdi>{item.title}</bdi>
                  </NextLink>
                  {people.length > 0 && <bdi>{people.map((person) => person.name).join(', ')}</bdi>}
                  {day && due < today && (
                    <Overdue>
                      <FormattedMessage id="tasks.overdue_since" values={{ day }} />
                    </Overdue>
                  )}
                  {day && due >= today && <FormattedMessage id="tasks.due" values={{ day }} />}
                </Notes>,
              ]}
            />
          );
        })}
      </EntryList>
      <ListFooter list={list} />
    </Column>
  );
});
