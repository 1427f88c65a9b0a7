import { settingsOf } from '../../locale/locales.ts'
import { href } from '../../locale/paths.ts'
import { themes } from '../../ui/themes.ts'
import type { AppContext } from '../app-env.ts'
import { cacheControl } from '../cache-control.ts'

/**
 * Makes the shop installable. All languages are one app, which starts in the language of the page.
 */
export function webManifest(c: AppContext): Response {
  const { config, locale, words } = c.var
  const [[, { paper }]] = themes
  const manifest = {
    id: '/',
    name: config.BRAND_NAME,
    short_name: config.BRAND_NAME,
    description: words('offline.app'),
    lang: locale,
    dir: settingsOf(locale).direction,
    start_url: href(locale, 'home'),
    scope: '/',
    display: 'standalone',
    background_color: paper,
    theme_color: paper,
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
  return c.body(JSON.stringify(manifest), 200, {
    'Content-Type': 'application/manifest+json; charset=utf-8',
    'Cache-Control': cacheControl.hour,
  })
}
