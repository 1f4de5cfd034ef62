import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useHandleCheck } from '#components/auth/use-handle-check.ts';
import { useForm } from '#components/ui/use-form.ts';
import { useAuth } from '#context/AuthProvider.tsx';
import type { Hub } from '#lib/contract/hub.ts';
import { getUser } from '#services/account.ts';
import { changeHub, currentHubOf } from '#services/hub.ts';
import {
  HUB_FIELDS,
  type HubValues,
  hubChoices,
  hubProblems,
  hubValues,
  isHubChanged,
} from './hub-values.ts';
import { parseMailDomains } from './mail-domains.ts';

/** The values of the hub's settings, and saving them: what somebody else saved meanwhile is not overwritten unasked. */
export function useHubForm(initial: Hub) {
  const intl = useIntl();
  const router = useRouter();
  const { updateUser } = useAuth();
  const [hub, setHub] = useState(initial);
  const [choices, setChoices] = useState(hubChoices(initial));
  const [wasSaved, setWasSaved] = useState(false);
  const [theirs, setTheirs] = useState<Hub | null>(null);
  /** The revision that the input is based on. */
  const base = useRef(initial);

  const save = async (values: HubValues) => {
    const known = base.current;
    try {
      const { data } = await changeHub(known, {
        ...values,
        ...choices,
        join_domains: parseMailDomains(values.join_domains),
        trash_days: Number(values.trash_days),
        locale: values.locale.trim() || null,
        time_zone: values.time_zone.trim() || null,
      });
      base.current = data;
      setHub(data);
      setTheirs(null);
      setWasSaved(true);
      updateUser((await getUser()).data);
      if (data.domain_handle !== known.domain_handle) await router.replace(`/${data.domain_handle}/settings`);
    } catch (error) {
      const current = currentHubOf(error);
      if (!current) throw error;
      setTheirs(current);
    }
  };

  const form = useForm({
    initial: hubValues(initial),
    check: (values) => hubProblems(values, intl),
    send: save,
    unreachable: intl.formatMessage({ id: 'error.offline' }),
  });
  // The availability check reports the hub's own handle as taken.
  const ownHandle = form.values.domain_handle.toLowerCase() === hub.domain_handle.toLowerCase();
  const check = useHandleCheck(
    ownHandle ? '' : form.values.domain_handle,
    intl.formatMessage({ id: 'hub_settings.handle' }),
  );

  const isChanged = isHubChanged(hub, form.values, choices);

  const take = (current: Hub) => {
    const fresh = hubValues(current);
    for (const field of HUB_FIELDS) form.set(field, fresh[field]);
    setChoices(hubChoices(current));
    base.current = current;
    setHub(current);
    setTheirs(null);
  };
  const insist = (current: Hub) => {
    base.current = current;
    setTheirs(null);
    void form.submit(form.values);
  };

  return {
    form,
    hub,
    choices,
    choose: (change: Partial<typeof choices>) => setChoices({ ...choices, ...change }),
    isChanged,
    wasSaved,
    ownHandle,
    check,
    /** The hub as somebody else saved it meanwhile; null without a conflict. */
    theirs,
    take,
    insist,
  };
}

export type HubFormControl = ReturnType<typeof useHubForm>;
