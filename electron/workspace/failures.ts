/** Failures of opening and connecting workspaces, with the messages that windows show. */
import { type Failure, type Outcome, rejectedOutcome } from '../../shared/contract/index.ts';
import { storageFailure } from '../replica/store/replica-files.ts';

export const unknownWorkspaceOutcome = (id: string): Outcome<never> =>
  rejectedOutcome('not_found', `There is no workspace '${id}'.`);

export const emptyTokenFailure: Failure = {
  kind: 'auth',
  code: 'invalid_token',
  message: 'The token is empty. Create one in the settings of your organization, or in your profile there.',
};

export const tokenNotStoredFailure: Failure = {
  kind: 'auth',
  code: 'no_token',
  message: 'The token of this workspace is not stored on this computer. Reconnect with it to go on.',
};

export const keychainLockedFailure: Failure = {
  kind: 'auth',
  code: 'keychain',
  message:
    "The system's keychain has not given the token of this workspace. Unlock the keychain and sync now, or reconnect with the token.",
};

/** Returns disk errors (see `storageFailure`) as failures and throws all others. */
export async function returnDiskErrorsAsFailures<T>(
  folder: string,
  work: () => Outcome<T> | Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    const failure = storageFailure(error, folder);
    if (failure) return { ok: false, failure };
    throw error;
  }
}
