import type { ReactNode } from 'react'
import type { PartialPage } from '../../ui/site.tsx'
import type { Share } from './share-tags.tsx'

export type PageHead = {
  readonly title: string
  /**
   * The first section. Browsers paint it before the styles of the rest have loaded, so its own
   * styles are in client/styles/first.css.
   */
  readonly opening?: ReactNode
  /** Whether the opening shows a plan. */
  readonly opensWithPass?: boolean
  readonly description?: string
  readonly noindex?: boolean
  readonly isFiltered?: boolean
  /** Whether the page shows only text and forms, so that it needs no styles of passes. */
  readonly isText?: boolean
  /** Whether it is the page of a paid order, which has no styles of articles and questions. */
  readonly isPaidOrder?: boolean
  /** Whether it is the trip planner. */
  readonly isTrip?: boolean
  /** Whether the page lists places and has no plans. */
  readonly isPlaceList?: boolean
  /**
   * Whether it is the page of one eSIM. Its icon on a home screen then opens this page instead of
   * the shop.
   */
  readonly isEsim?: boolean
  /** Whether the page shows a coverage map or an entry stamp. */
  readonly hasMap?: boolean
  /** Whether the page begins with advice on when to install an eSIM, and has no map. */
  readonly opensWithAdvice?: boolean
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
