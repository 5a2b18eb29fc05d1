// Keeps the static page on the device, and offers a new version when there is one.

import { t } from '../words.js';

/** @typedef {import('../app.js').App} App */

/**
 * @param {App} app
 * @param {string} address of the service worker
 */
export async function stayOffline(app, address) {
  const { serviceWorker } = navigator;
  // Browsers have none in a page that did not come over a safe connection.
  if (!serviceWorker) return;
  const registration = await serviceWorker.register(address).catch(() => null);
  if (!registration) return;
  // Games stay, even where the device is short of room.
  navigator.storage?.persist?.().catch(() => {});
  const offer = () => {
    const { waiting } = registration;
    // The first version has nothing to replace.
    if (!waiting || !serviceWorker.controller) return;
    app.toast(t('site.update'), {
      label: t('site.reload'),
      act: () => {
        serviceWorker.addEventListener('controllerchange', () => location.reload());
        waiting.postMessage('activate');
      },
    });
  };
  offer();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => { if (installing.state === 'installed') offer(); });
  });
}
