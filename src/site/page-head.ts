import type { ReactNode } from 'react'
import type { PartialPage } from '../ui/site.tsx'
import type { PageStyles } from './page-styles.ts'
import type { Share } from './share-tags.tsx'

export type PageHead = {
  readonly title: string
  /**
   * The first section. Browsers paint it before the styles of the rest have loaded, so its own
   * styles are in client/styles/first.css.
   */
  readonly opening?: ReactNode
  readonly description?: string
  /** The page of a list. From the second page on, the title contains its number. */
  readonly listPage?: number | undefined
  readonly noindex?: boolean
  readonly isFiltered?: boolean
  /** By default the styles of accounts. */
  readonly styles?: PageStyles
  /**
   * Whether it is the page of one eSIM. Its icon on a home screen then opens this page instead of
   * the shop.
   */
  readonly isEsim?: boolean
  /** Path of the page when several URLs show it. By default the path of the request. */
  readonly canonical?: string
  readonly share?: Share
  /** By default every language has the page. */
  readonly partial?: PartialPage | undefined
  /**
   * Seconds until the page reloads or goes to `to`. The boot script does it. Without the script, a
   * meta refresh does.
   */
  readonly refresh?: { readonly seconds: number; readonly to?: string }
}
