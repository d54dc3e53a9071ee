// While the text field has the focus, the page handles Ctrl+K itself, so that the menu does not get this key.
window.addEventListener('keydown', (event) => {
  if (event.ctrlKey && event.key === 'k' && document.activeElement?.tagName === 'INPUT') event.preventDefault();
});
const policy = trustedTypes.createPolicy('fixture', { createScriptURL: (url) => url });
window.runWorker = () =>
  new Promise((resolve, reject) => {
    const worker = new Worker(policy.createScriptURL('worker.js'));
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
  });
