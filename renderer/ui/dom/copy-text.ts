import { toast } from '../popups/toast.ts';

/** Puts text on the clipboard and says so: `message` once it is there, else that it could not be copied. */
export function copyText(text: string, message: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ title: message, id: 'copied', timeout: 3_000 }),
    () => toast({ title: 'Couldn’t copy to the clipboard', id: 'copied', tone: 'danger' }),
  );
}
