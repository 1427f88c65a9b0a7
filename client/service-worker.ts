import { endPush, openPush, showPush } from './service-worker/push-events.ts'
import { file, storeOpenPage, pageOrCopy, pageOrOffline } from './service-worker/respond.ts'
import { kindOf } from './service-worker/request-kind.ts'
import { dropOldReleases, esims, storeRelease } from './service-worker/stores.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => {
  event.waitUntil(storeRelease().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin)
  if (kind === 'file') event.respondWith(file(event))
  else if (kind === 'page') event.respondWith(pageOrOffline(event))
  else if (kind !== null) event.respondWith(pageOrCopy(event, kind))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event)))

self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim().then(storeOpenPages))
  // After a sign-out, the next user of the device must not see the eSIMs.
  if (event.data === 'delete-copies')
    event.waitUntil(Promise.allSettled([caches.delete(esims), endPush()]))
})

async function activate(): Promise<void> {
  // Without preload every navigation waits for the worker to start.
  await self.registration.navigationPreload?.enable()
  await dropOldReleases()
  await self.clients.claim()
  // Not awaited, because visits wait until the worker is activated.
  void storeOpenPages()
}

async function storeOpenPages(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window' })
  await Promise.allSettled(open.map(({ url }) => storeOpenPage(url)))
}
