import { pictureSize } from './share-picture/picture-size.ts'
import { locales, settingsOf } from '../words/locales.shared.ts'
import type { Locale } from '../words/locales.shared.ts'
import { href } from '../words/paths.shared.ts'
import type { Site } from '../ui/site.tsx'

export type Share = {
  readonly type?: 'website' | 'article' | 'product'
  readonly country?: { readonly code: string; readonly title: string }
}

type Props = {
  readonly site: Site
  readonly pathname: string
  readonly title: string
  readonly description: string | undefined
  readonly share: Share
}

export function ShareTags({ site, pathname, title, description, share }: Props) {
  const { locale, words, origin, brand } = site
  const { type = 'website', country } = share
  const alt = words('share.picture', { title: country?.title ?? words('share.title') })
  return (
    <>
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={origin + pathname} />
      <meta property="og:locale" content={settingsOf(locale).openGraph} />
      {locales
        .filter((other) => other !== locale)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={settingsOf(other).openGraph} />
        ))}
      <meta property="og:image" content={origin + pictureHref(locale, country?.code ?? null)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(pictureSize.width)} />
      <meta property="og:image:height" content={String(pictureSize.height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

export function pictureHref(locale: Locale, country: string | null): string {
  return href(locale, 'sharePicture', { file: `${country ?? 'shop'}.png` })
}
