/** Milliseconds. The service worker never starts if its files do not load. */
const workerTimeout = 10_000

/**
 * Sends a form that starts push messages. Its field `subscription` contains this browser's
 * subscription, or the reason why there is none. The page shows a remedy for the reason.
 */
export async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('[name=subscription]')
  const answer = await subscribe(form.dataset['push'] ?? '').catch(() => 'failed' as const)
  if (field) field.value = typeof answer === 'string' ? answer : JSON.stringify(answer)
  // `sendWithAnswer` must not handle the form a second time.
  delete form.dataset['push']
  form.requestSubmit(button)
}

async function subscribe(key: string): Promise<PushSubscription | 'unsupported' | 'denied'> {
  // Safari on an iPhone has these APIs only in pages on the home screen.
  if (!('Notification' in globalThis && 'PushManager' in globalThis)) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const { pushManager } = await readyWorker()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    // The browser has a subscription with an earlier key of the shop.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The service worker has not started')), workerTimeout)
  })
  return Promise.race([navigator.serviceWorker.ready, late])
}
