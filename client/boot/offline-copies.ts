export function startOffline(): void {
  if (import.meta.env.PROD) addEventListener('load', register)
  document.addEventListener('submit', deleteCopiesOnLogOut)
  const offline = document.querySelector('[data-offline]')
  if (!offline || !('caches' in globalThis)) return
  void import('../offline-page.ts').then((script) => script.startPage(offline))
}

function register(): void {
  const { serviceWorker } = navigator
  // Private windows of some browsers reject the registration. The shop works without a worker.
  serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  // The worker stores the pages that it loads. It did not load this page.
  if (serviceWorker?.controller === null)
    void serviceWorker.ready.then(({ active }) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      active?.postMessage('store-page')
    })
}

function deleteCopiesOnLogOut({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || !('logout' in target.dataset)) return
  const worker = navigator.serviceWorker?.controller
  // The worker continues after the browser leaves this page.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  if (worker) worker.postMessage('delete-copies')
  else void globalThis.caches?.delete('esims')
}
