declare const self: ServiceWorkerGlobalScope

/** As src/backend/push/push-message.ts writes it. */
type Message = {
  readonly title: string
  readonly body: string
  readonly path: string
  readonly tag: string
}

/** Shows a push message. One that was sent twice is shown once. */
export async function showPush({ data }: PushEvent): Promise<void> {
  if (!data) return
  const { title, body, path, tag }: Message = data.json()
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    data: path,
  })
}

/** Opens the page of the message, in its tab if there is one, with the balance of now. */
export async function openPush({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const url = new URL(String(notification.data), self.location.origin)
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window' })
  const tab = tabs.find((each) => new URL(each.url).href.split('#')[0] === url.href)
  if (!tab) return void (await self.clients.openWindow(url.href))
  await tab.focus()
  await tab.navigate(url.href)
}

/** Ends the notifications of this browser, and closes those it shows. */
export async function endPush(): Promise<void> {
  for (const shown of await self.registration.getNotifications()) shown.close()
  await (await self.registration.pushManager.getSubscription())?.unsubscribe()
}
