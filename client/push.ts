/** Milliseconds. The service worker may never start: its files may not load. */
const workerTimeout = 10_000

/**
 * Sends a form that starts push messages, with this browser's subscription in its field
 * `subscription`, or with the reason why there is none: the server says what to do then.
 */
export async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('[name=subscription]')
  const answer = await subscribe(form.dataset['push'] ?? '').catch(() => 'failed' as const)
  if (field) field.value = typeof answer === 'string' ? answer : JSON.stringify(answer)
  // The form is sent as it is from now on.
  delete form.dataset['push']
  form.requestSubmit(button)
}

async function subscribe(key: string): Promise<PushSubscription | 'unsupported' | 'denied'> {
  // An iPhone has them for pages on the home screen only.
  if (!('Notification' in globalThis && 'PushManager' in globalThis)) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const { pushManager } = await readyWorker()
  const options = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    // A subscription with an earlier key of the shop is in the way.
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
