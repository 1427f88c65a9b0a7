import { endPush, openPush, showPush } from './service-worker/push-events.ts'
import {
  file,
  storeOpenPage,
  pageOrCopy,
  pageOrOffline,
  sentOrCopy,
} from './service-worker/respond.ts'
import { kindOf } from './service-worker/request-kind.ts'
import { dropOldReleases, esims, storeRelease } from './service-worker/stores.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin)
  if (kind === 'file') event.respondWith(file(event))
  else if (kind === 'esim-form') event.respondWith(sentOrCopy(event))
  else if (kind === 'page') event.respondWith(pageOrOffline(event))
  else if (kind !== null) event.respondWith(pageOrCopy(event, kind))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event)))

self.addEventListener('message', (event) => {
  if (event.data === 'store-page') event.waitUntil(storeSender(event.source))
  // After a sign-out, the next user of the device must not see the eSIMs.
  if (event.data === 'delete-copies')
    event.waitUntil(Promise.allSettled([caches.delete(esims), endPush()]))
})

async function install(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await storeRelease(pages.map(({ url }) => url))
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  // Without preload every navigation waits for the worker to start.
  await self.registration.navigationPreload?.enable()
  await dropOldReleases()
  await self.clients.claim()
}

/**
 * Stores only the page that requests it. After a sign-out, another tab may still show an eSIM,
 * which must not be stored again.
 */
async function storeSender(sender: ExtendableMessageEvent['source']): Promise<void> {
  // `activate` could not claim a page that was still loading.
  await self.clients.claim()
  if (sender instanceof WindowClient) await storeOpenPage(sender.url)
}
