/**
 * The cause of a question to the person may come again while its dialog is open. Calls in the meantime open no second
 * dialog and get the same answer.
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
