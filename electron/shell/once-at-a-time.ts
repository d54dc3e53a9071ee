/**
 * Returns a function that asks the person one question at a time, since the cause of a question may come again while its
 * dialog is open. Calls in the meantime open no second dialog and get the same answer.
 */
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
