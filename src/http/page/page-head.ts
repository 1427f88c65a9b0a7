import type { ReactNode } from 'react'
import type { PartialPage } from '../../ui/site.tsx'
import type { Share } from './share-tags.tsx'

export type PageHead = {
  readonly title: string
  /**
   * The first section. It is painted before the styles of the rest have arrived, so its own styles
   * are in client/styles/first.css.
   */
  readonly opening?: ReactNode
  /** The opening shows a plan. */
  readonly opensWithPass?: boolean
  readonly description?: string
  readonly noindex?: boolean
  readonly filtered?: boolean
  /** The page shows only text and forms, so it needs no styles of passes. */
  readonly isText?: boolean
  /** The page lists places, and has no plans. */
  readonly isPlaceList?: boolean
  /** The page of one eSIM. Its icon on a home screen opens this page, not the shop. */
  readonly isEsim?: boolean
  /** The page shows a coverage map or an entry stamp. */
  readonly withMap?: boolean
  /** Path of the page when several URLs show it; by default that of the request. */
  readonly canonical?: string
  readonly share?: Share
  /** By default every language has the page. */
  readonly partial?: PartialPage | undefined
  /**
   * Seconds until the page reloads or goes to `to`. The boot script does it, else a meta refresh.
   */
  readonly refresh?: { readonly seconds: number; readonly to?: string }
}
