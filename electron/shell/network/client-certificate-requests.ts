/** By default, Electron sends the first client certificate to any server that asks for one. */
import { app, type Certificate, dialog } from 'electron';

const noneText = 'Send none';

const labelOf = ({ subjectName, issuerName, validExpiry }: Certificate): string =>
  `${subjectName}, from ${issuerName}, valid until ${new Date(validExpiry * 1000).toLocaleDateString()}`;

async function choose(server: string, certificates: readonly Certificate[]): Promise<string | null> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `${server} asks for a certificate of this computer`,
    detail: 'It tells the server who you are. Your choice applies until Decktop ends.',
    buttons: [...certificates.map(labelOf), noneText],
    defaultId: certificates.length,
    cancelId: certificates.length,
  });
  return certificates[response]?.fingerprint ?? null;
}

/** Asks once per server (host and port). The choice applies until the app ends. */
export function handleClientCertificateRequests(): void {
  const choices = new Map<string, Promise<string | null>>();
  app.on('select-client-certificate', (event, _contents, server, certificates, answer) => {
    event.preventDefault();
    const choice = choices.get(server) ?? choose(server, certificates);
    choices.set(server, choice);
    void choice.then((fingerprint) => {
      const chosen = certificates.find((one) => one.fingerprint === fingerprint);
      // Electron throws an error if `answer` is called with an explicit `undefined`.
      if (chosen) answer(chosen);
      else answer();
    });
  });
}
