import { file, keepOpenPage, pageOrCopy, pageOrOffline } from './service-worker/respond.ts'
import { kindOf } from './service-worker/request-kind.ts'
import { dropOldReleases, esims, storeRelease } from './service-worker/stores.ts'

/** The shop without a network: what is kept, and why, is told in docs/decisions/what-is-kept-offline.md. */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => {
  event.waitUntil(storeRelease().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, self.location.origin)
  if (kind === 'file') event.respondWith(file(event))
  else if (kind === 'page') event.respondWith(pageOrOffline(event))
  else if (kind !== null) event.respondWith(pageOrCopy(event, kind))
})

/** A form marked `data-logout` was sent: nobody who comes after may see the eSIMs. */
self.addEventListener('message', (event) => {
  if (event.data === 'forget') event.waitUntil(caches.delete(esims))
})

async function takeOver(): Promise<void> {
  // Otherwise every page would wait for the worker to start.
  await self.registration.navigationPreload?.enable()
  await dropOldReleases()
  await self.clients.claim()
  const open = await self.clients.matchAll({ type: 'window' })
  await Promise.allSettled(open.map(({ url }) => keepOpenPage(url)))
}
