declare const self: ServiceWorkerGlobalScope

/** The payload that src/messages/push.ts writes. */
type Message = {
  readonly title: string
  readonly body: string
  readonly path: string
  readonly tag: string
}

/** Shows a push message. A duplicate replaces the first message, because both have the same tag. */
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

/** Opens the page of the message, which shows the current balance, in its open tab or a new tab. */
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

/** Ends the subscription of this browser and closes the notifications it shows. */
export async function endPush(): Promise<void> {
  for (const shown of await self.registration.getNotifications()) shown.close()
  await (await self.registration.pushManager.getSubscription())?.unsubscribe()
}
