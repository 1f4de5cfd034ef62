import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { ImportPlan } from '#lib/contract/job.ts';
import { messageOf } from '#services/http.ts';
import { cancelJob, chooseExisting } from '#services/jobs.ts';
import { space } from '#styles/tokens.ts';

const Choice = styled.div`
  display: grid;
  gap: ${space(4)};
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

type Act = 'update' | 'add' | 'cancel';

type ImportChoiceProps = {
  id: string;
  plan: ImportPlan;
  /** It continues, or was cancelled. */
  onChosen: () => Promise<unknown>;
};

/** Asks what an import does with files that are in the space already, before it writes anything. */
export function ImportChoice({ id, plan, onChosen }: ImportChoiceProps) {
  const [busy, setBusy] = useState<Act | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (act: Act) => {
    if (busy) return;
    setBusy(act);
    setProblem(null);
    try {
      await (act === 'cancel' ? cancelJob(id) : chooseExisting(id, act));
    } catch (error) {
      setProblem(messageOf(error));
    }
    await onChosen();
    setBusy(null);
  };

  return (
    <Choice>
      <div role="status">
        <p>
          <strong>
            <FormattedMessage id="space_import.plan" values={{ ...plan }} />
          </strong>
        </p>
        <p>
          <FormattedMessage id="space_import.plan_text" />
        </p>
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Buttons>
        <Button variant="primary" busy={busy === 'update'} onClick={() => void choose('update')}>
          <FormattedMessage id="space_import.choose_update" />
        </Button>
        <Button busy={busy === 'add'} onClick={() => void choose('add')}>
          <FormattedMessage id="space_import.choose_add" />
        </Button>
        <Button busy={busy === 'cancel'} onClick={() => void choose('cancel')}>
          <FormattedMessage id="space_import.cancel" />
        </Button>
      </Buttons>
    </Choice>
  );
}
