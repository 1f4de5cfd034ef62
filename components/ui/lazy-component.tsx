import dynamic, { type DynamicOptionsLoadingProps } from 'next/dynamic';
import { type ComponentType, createContext, use } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import { fetchWhenIdle } from './idle-code.ts';
import { Modal } from './Modal.tsx';
import { SkeletonList, useIsSlow } from './Skeleton.tsx';
import { useIsHydrated } from './use-is-hydrated.ts';

const CloseContext = createContext<() => void>(() => undefined);

/**
 * Why the code can't be loaded. A newer version of the app may have replaced it: then reloading the page solves it.
 */
export function LoadFailure() {
  return <FormattedMessage id={navigator.onLine ? 'on_demand.failed' : 'on_demand.offline'} />;
}

/**
 * Shown while or because a dialog's code is not available: the reason, and a retry. The page behind it stays as it is.
 */
function DialogLoading({ error, isLoading, retry }: DynamicOptionsLoadingProps) {
  const close = use(CloseContext);
  if (isLoading || !error) return null;
  return (
    <Modal
      open
      onClose={close}
      width={440}
      title={<FormattedMessage id="on_demand.title" />}
      footer={
        <>
          <Button onClick={close}>
            <FormattedMessage id="action.close" />
          </Button>
          <Button variant="primary" onClick={retry} data-autofocus>
            <FormattedMessage id="action.retry" />
          </Button>
        </>
      }
    >
      <p>
        <LoadFailure />
      </p>
    </Modal>
  );
}

/** Placeholder of a part of the page: a skeleton after a delay, or why the code can't be loaded. */
function PartLoading({ error, isLoading, retry }: DynamicOptionsLoadingProps) {
  const slow = useIsSlow(Boolean(isLoading));
  if (isLoading || !error) return slow && <SkeletonList rows={4} />;
  return <ErrorState message={<LoadFailure />} {...(retry ? { onRetry: retry } : {})} />;
}

/**
 * Renders a part of which the server rendered nothing only once the page is hydrated: hydration may be interrupted and begin again
 * while the code has come, and would find it where the server has nothing.
 */
function afterHydration<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  return function PartAfterHydration(props: Props) {
    return useIsHydrated() ? <Part {...props} /> : null;
  };
}

/**
 * A dialog whose code is loaded when the browser is idle, or when it is opened earlier. If the code can't be loaded, a
 * dialog shows that, offers a retry, and closes as the real one would.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = afterHydration(dynamic(load, { ssr: false, loading: DialogLoading }));
  fetchWhenIdle(load);
  return function DialogOnDemand(props: Props) {
    return (
      <CloseContext value={props.onClose}>
        <Dialog {...props} />
      </CloseContext>
    );
  };
}

/**
 * A part of the page whose code is loaded only when it is used, because few who see the page use it.
 * @returns the component, and a function that loads its code, for when its use is near
 */
export function componentOnUse<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props>, () => void] {
  const Component = afterHydration(dynamic(load, { ssr: false, loading: PartLoading }));
  return [Component, () => void load().catch(() => undefined)];
}

/** A part of the page that often shows nothing: neither does it while its code is loaded, or can't be. */
export function lazyQuietComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  fetchWhenIdle(load);
  return afterHydration(dynamic(load, { ssr: false, loading: () => null }));
}

/** A part of the page, such as a tab, whose code is loaded like a dialog's; it is not rendered on the server. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  fetchWhenIdle(load);
  return afterHydration(dynamic(load, { ssr: false, loading: PartLoading }));
}
