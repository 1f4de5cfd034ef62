import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { loadTasks } from '#components/links/load-tasks.ts';
import { TaskList } from '#components/links/TaskList.tsx';
import { Tabs } from '#components/ui/Tabs.tsx';
import type { TaskList as ListName, Task } from '#lib/contract/task.ts';
import type { ListPage } from '#services/http.ts';
import { space } from '#styles/tokens.ts';

type Props = { tasks: ListPage<Task>; list: ListName; today: string; handle: string; hubName: string };

const LISTS: ListName[] = ['mine', 'overdue', 'all'];

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

/** Open tasks of the active hub's documents: the viewer's own, those that are overdue, or all. */
export default function TasksPage({ tasks, list, today, handle, hubName }: WithShell<Props>) {
  const intl = useIntl();
  return (
    <Screen
      title={intl.formatMessage({ id: 'tasks.title' })}
      subtitle={intl.formatMessage({ id: 'tasks.text' }, { hub: hubName })}
    >
      <Column>
        <Tabs
          label={intl.formatMessage({ id: 'tasks.title' })}
          current={list}
          items={LISTS.map((key) => ({
            key,
            label: <FormattedMessage id={`tasks.list_${key}`} />,
            href: key === 'mine' ? '/tasks' : `/tasks?list=${key}`,
          }))}
        />
        <TaskList key={`${handle} ${list}`} handle={handle} list={list} today={today} first={tasks} />
      </Column>
    </Screen>
  );
}

export const getServerSideProps = pageProps<Props>({}, async ({ api, hub, context }) => {
  if (!hub) return { redirect: { destination: '/create-hub', permanent: false } };
  const list = LISTS.find((name) => name === context.query.list) ?? 'mine';
  const today = new Date().toISOString().slice(0, 10);
  const tasks = await loadTasks(api, { list, today });
  return { props: { tasks, list, today, handle: hub.domain_handle, hubName: hub.name } };
});
