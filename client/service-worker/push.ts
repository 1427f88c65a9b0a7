declare const self: ServiceWorkerGlobalScope

/** As src/backend/push/push-message.ts writes it. */
type Message = { readonly title: string; readonly body: string; readonly path: string }

/**
 * Shows a push message. One about the same eSIM replaces the earlier one, so a message that was
 * sent twice is shown once.
 */
export async function showPush({ data }: PushEvent): Promise<void> {
  if (!data) return
  const { title, body, path }: Message = data.json()
  await self.registration.showNotification(title, {
    body,
    tag: path,
    icon: '/icon-192.png',
    data: path,
  })
}

/** Opens the page of the message, in its tab if there is one. */
export async function openPush({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const url = new URL(String(notification.data), self.location.origin)
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window' })
  const tab = tabs.find((each) => new URL(each.url).href.split('#')[0] === url.href)
  await (tab ? tab.focus() : self.clients.openWindow(url.href))
}
