import { toast } from '../popups/toast.ts';

/** A toast then shows `message`, or that copying failed. */
export function copyText(text: string, message: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ title: message, id: 'copied', timeout: 3_000 }),
    () => toast({ title: 'Couldn’t copy to the clipboard', id: 'copied', tone: 'danger' }),
  );
}
