import { toast } from '../popups/toast.ts';

/** Copies text to the clipboard and shows the result in a toast: `message`, or that it failed. */
export function copyText(text: string, message: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ title: message, id: 'copied', timeout: 3_000 }),
    () => toast({ title: 'Couldn’t copy to the clipboard', id: 'copied', tone: 'danger' }),
  );
}
