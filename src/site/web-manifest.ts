import { settingsOf } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import { themes } from './head.tsx'
import type { AppContext } from './app-env.ts'
import { cacheControl } from '../kit/http.ts'

/**
 * Makes the shop installable. All languages are one app, which starts in the language of the page.
 */
export function webManifest(c: AppContext): Response {
  const { config, locale, words } = c.var
  return answer(c, {
    id: '/',
    name: config.BRAND_NAME,
    short_name: config.BRAND_NAME,
    description: words('offline.app'),
    start_url: href(locale, 'home'),
    display: 'standalone',
    shortcuts: (['account', 'countries'] as const).map((page) => ({
      name: words(`${page}.title`),
      url: href(locale, page),
    })),
  })
}

/**
 * Puts an eSIM's page on the home screen as a plain shortcut. Without a start URL and an id,
 * browsers use the URL of the page. So each eSIM has its own icon, and the manifest contains no
 * secret. For an app, Chrome on Android would send the URL, which opens the eSIM, to a server that
 * builds a package.
 */
export function esimManifest(c: AppContext): Response {
  const { config, words } = c.var
  return answer(c, {
    name: `${words('balance.shortcut')} · ${config.BRAND_NAME}`,
    short_name: words('balance.shortcut'),
    display: 'browser',
  })
}

function answer(c: AppContext, own: object): Response {
  const { locale } = c.var
  const [[, { paper }]] = themes
  const manifest = {
    ...own,
    lang: locale,
    dir: settingsOf(locale).direction,
    scope: '/',
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
