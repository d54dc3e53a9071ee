/** Calls while a dialog is open open no second one, and get the same answer. */
export function onceAtATime<Args extends unknown[], Answer>(
  ask: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  let open: Promise<Answer> | undefined;
  return (...args) => {
    open ??= ask(...args).finally(() => {
      open = undefined;
    });
    return open;
  };
}
