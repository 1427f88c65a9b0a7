const apps = [
  ['Instagram', /Instagram/],
  ['Facebook', /FBAN|FBAV|FB_IAB/],
  ['Telegram', /Telegram/],
  ['TikTok', /TikTok|musical_ly|BytedanceWebview/],
  ['VK', /VKAndroidApp|VKClient|com\.vk/],
  ['Snapchat', /Snapchat/],
  ['LINE', /\bLine\//],
  ['WeChat', /MicroMessenger/],
] as const

/**
 * Returns the app whose own browser shows the page, `''` if the app's name is unknown, or null for
 * a real browser. Links that install an eSIM fail in apps. A WebView on Android sends `; wv`, and a
 * WebView on an iPhone omits `Safari/`.
 */
export function inAppBrowserOf(userAgent: string): string | null {
  const named = apps.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (named !== undefined) return named
  const isWebView = /Android.*; wv\)/.test(userAgent)
  const isWebKitView =
    /(?:iPhone|iPad|iPod).*AppleWebKit/.test(userAgent) && !userAgent.includes('Safari/')
  return isWebView || isWebKitView ? '' : null
}

/**
 * Returns a link that opens the page outside the app: in Safari (iOS 17 and later), or in the
 * default browser of Android. Other apps and versions ignore it.
 */
export function systemBrowserHref(url: string, device: 'ios' | 'android'): string {
  if (device === 'ios') return `x-safari-${url}`
  const [scheme = 'https', rest = ''] = url.split('://')
  return `intent://${rest}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`
}
