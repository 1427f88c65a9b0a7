import type { ReactNode } from 'react'
import type { Tariff } from '../../contract/tariffs.ts'
import { href } from '../../locale/paths.ts'
import { tariffName } from '../../locale/tariff-words.ts'
import { useSite } from '../site.tsx'
import type { Site } from '../site.tsx'

type PlanLinkProps = { readonly tariff: Tariff }

/** Covers the pass that contains it: see catalogue.css. */
export function PlanLink({ tariff, children }: PlanLinkProps & { readonly children: ReactNode }) {
  const site = useSite()
  return (
    <a href={planHref(site, tariff)}>
      {children}
      <span className="unseen">: {tariffName(site, tariff)}</span>
    </a>
  )
}

export function BuyButton({ tariff }: PlanLinkProps) {
  const site = useSite()
  const { locale, words } = site
  return (
    <a
      className="button"
      href={href(locale, 'order', null, { tariffID: tariff.tariffID })}
      data-dialog="activation"
      aria-label={words('tariffCard.buyOf', { plan: tariffName(site, tariff) })}
    >
      {words('tariffCard.buy')}
    </a>
  )
}

export function ChooseButton({ tariff }: PlanLinkProps) {
  const site = useSite()
  const { words } = site
  const action = tariff.inStock ? 'choose' : 'details'
  return (
    <a
      className="button quiet"
      href={planHref(site, tariff)}
      aria-label={words(`tariffCard.${action}Of`, { plan: tariffName(site, tariff) })}
    >
      {words(`tariffCard.${action}`)}
    </a>
  )
}

function planHref({ locale }: Site, { operator, tariffID }: Tariff): string {
  return href(locale, 'tariff', { operator: operator.ident, tariffID })
}
