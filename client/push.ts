/**
 * Sends a form with this browser's subscription to push messages in its field `subscription`, if
 * its button starts them. The field stays empty when the visitor or the browser allows none: the
 * server says what to do then.
 */
export async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
  const field = form.querySelector<HTMLInputElement>('[name=subscription]')
  const isStart = button?.getAttribute('value') === 'on'
  const subscription = isStart && (await subscribe(form.dataset['push'] ?? '').catch(() => null))
  if (field && subscription) field.value = JSON.stringify(subscription)
  // The form is sent as it is from now on.
  delete form.dataset['push']
  form.requestSubmit(button)
}

/** Null: the visitor allows no notifications. Rejects where the browser has none. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await pushManager.subscribe(options)
  } catch {
    // A subscription with an earlier key of the shop is in the way.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}
