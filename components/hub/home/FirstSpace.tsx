import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { TextField } from '#components/ui/Field.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { useForm } from '#components/ui/use-form.ts';
import type { Space } from '#lib/contract/space.ts';
import { createSpace } from '#services/space.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Box = styled.section`
  display: grid;
  gap: ${space(5)};
  max-width: 560px;
  margin: 0 auto;
  padding: ${space(8)} ${space(6)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  > div > h2 {
    margin-bottom: ${space(2)};
    font-size: 20px;
  }

  > div > p {
    color: ${color('quiet')};
  }

  > form {
    display: grid;
    gap: ${space(5)};
  }
`;

const Check = styled.label`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  min-height: 44px;
`;

type FirstSpaceProps = {
  hub: { name: string };
  onCreated: (made: Space) => void;
};

/**
 * A new hub's first space, created on the page itself: its name and whether all members may change its content.
 * Everything else is in the space's settings.
 */
export function FirstSpace({ hub, onCreated }: FirstSpaceProps) {
  const intl = useIntl();
  const [isOpen, setIsOpen] = useState(true);
  const form = useForm({
    initial: { name: intl.formatMessage({ id: 'hub.first_space_name' }) },
    check: ({ name }) => ({
      name: name.trim() ? null : intl.formatMessage({ id: 'hub.first_space_nameless' }),
    }),
    send: async ({ name }) => {
      const request = { visibility: 'shared', default_role: isOpen ? 'editor' : 'viewer' } as const;
      onCreated((await createSpace({ ...request, name })).data);
    },
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  return (
    <Box aria-labelledby="first-space">
      <div>
        <h2 id="first-space">
          <FormattedMessage id="hub.empty_title" />
        </h2>
        <p>
          <FormattedMessage id="hub.empty_text" />
        </p>
      </div>
      <form {...form.form}>
        {form.problem && <Notice tone="error">{form.problem}</Notice>}
        <TextField
          {...form.bind('name')}
          label={<FormattedMessage id="hub.space_name" />}
          required
          dir="auto"
          autoComplete="off"
          autoFocus
          onFocus={(event) => event.target.select()}
        />
        <Check>
          <input type="checkbox" checked={isOpen} onChange={(event) => setIsOpen(event.target.checked)} />
          <span>
            <FormattedMessage id="hub.first_space_open" values={{ hub: <bdi>{hub.name}</bdi> }} />
          </span>
        </Check>
        <div>
          <Button variant="primary" type="submit" busy={form.busy}>
            <FormattedMessage id="hub.create_space" />
          </Button>
        </div>
      </form>
    </Box>
  );
}
