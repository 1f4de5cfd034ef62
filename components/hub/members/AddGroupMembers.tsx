import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { NO_PERSON, PersonPicker, type PickedPerson } from '#components/sharing/PersonPicker.tsx';
import { peopleOfHub } from '#components/sharing/use-people-search.ts';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { GROUP_MEMBERS_ADDED_MAX, type HubGroup } from '#lib/contract/group.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { addGroupMembers } from '#services/groups.ts';
import { below, color, radius, space } from '#styles/tokens.ts';

const Adding = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(3)};
  align-items: start;
  max-width: 720px;

  > button {
    margin-top: 25px;
  }

  ${below('sm')} {
    grid-template-columns: minmax(0, 1fr);

    > button {
      margin-top: 0;
    }
  }
`;

const Chosen = styled.ul`
  display: flex;
  grid-column: 1 / -1;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const Chip = styled.li`
  display: flex;
  align-items: center;
  min-width: 0;
  max-width: 100%;
  padding-left: ${space(3)};
  border-radius: ${radius('chip')};
  background: ${color('primaryTint')};
  color: ${color('primaryText')};
  font-size: 13px;

  > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  > button {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    border: 0;
    background: none;
    color: inherit;
    cursor: pointer;
  }
`;

type Chosen = PickedPerson & { id: string };
type AddGroupMembersProps = { hub: Hub; group: HubGroup; onAdded: (group: HubGroup) => void };

/** Adds people of the hub to a group, as many at once as were chosen from the list. */
export function AddGroupMembers({ hub, group, onAdded }: AddGroupMembersProps) {
  const intl = useIntl();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [picked, setPicked] = useState(NO_PERSON);
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [error, setError] = useState<ReactNode>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);

  const pick = (next: PickedPerson) => {
    setError(null);
    const { id, text } = next;
    if (id === null || chosen.length >= GROUP_MEMBERS_ADDED_MAX) return setPicked(next);
    setChosen((known) => [...known.filter((one) => one.id !== id), { id, text }]);
    setPicked(NO_PERSON);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (chosen.length === 0 || picked.text.trim() !== '') {
      setError(<FormattedMessage id="groups.add_missing" />);
      return form.current?.querySelector('input')?.focus();
    }
    setBusy(true);
    setProblem(null);
    try {
      const ids = chosen.map(({ id }) => id);
      const { data } = await addGroupMembers(hub.domain_handle, group.id, ids);
      setChosen([]);
      onAdded(data);
      const text = <FormattedMessage id="groups.added" values={{ count: ids.length }} />;
      toast({ tone: 'success', text });
      form.current?.querySelector('input')?.focus();
    } catch (failure) {
      setProblem(failureText(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Adding ref={form} noValidate method="post" onSubmit={(event) => void submit(event)}>
        <PersonPicker
          label={<FormattedMessage id="groups.add" />}
          help={<FormattedMessage id="groups.add_help" />}
          error={error}
          source={peopleOfHub(hub.domain_handle)}
          without={new Set(chosen.map(({ id }) => id))}
          value={picked}
          onChange={pick}
          showsInitial
        />
        <Button type="submit" variant="primary" busy={busy}>
          <FormattedMessage id="groups.add_submit" values={{ count: chosen.length }} />
        </Button>
        {chosen.length > 0 && (
          <Chosen aria-label={intl.formatMessage({ id: 'groups.chosen' })}>
            {chosen.map(({ id, text }) => (
              <Chip key={id}>
                <bdi>{text}</bdi>
                <button
                  type="button"
                  aria-label={intl.formatMessage({ id: 'groups.unchoose' }, { name: text })}
                  onClick={() => setChosen((known) => known.filter((one) => one.id !== id))}
                >
                  <X aria-hidden size={14} strokeWidth={1.75} />
                </button>
              </Chip>
            ))}
          </Chosen>
        )}
      </Adding>
    </div>
  );
}
