import type { Esim } from '../../contract/esims.ts'
import { titleOrder } from '../../locale/formats.ts'
import { coverageHref } from '../../ui/tariffs/coverage-href.ts'
import { useSite } from '../../ui/site.tsx'
import type { Phone } from './install-steps.tsx'
import { Step } from './symptom.tsx'

type EsimNetworks = Esim['networks']
type Props = { readonly networks: EsimNetworks; readonly phones: readonly Phone[] }

/** Names the networks to choose. With several countries, refers to `NetworksByCountry`. */
export function NetworkStep({ networks, phones }: Props) {
  const { words } = useSite()
  const [only] = networks
  const text =
    networks.length > 1
      ? words('instruction.noInternet.networkHere')
      : only && only.networks.length > 0
        ? words('instruction.noInternet.network', { networks: namesOf(only) })
        : words('instruction.noInternet.networkUnknown')
  return <Step text={text} path="network" phones={phones} />
}

/** The page has no bytes left for the networks of more countries. */
const mostListed = 60

/** Lists the networks of a plan for several countries, or links to them on the plan's page. */
export function NetworksByCountry({ esim: { networks, tariff } }: { readonly esim: Esim }) {
  const { locale, words } = useSite()
  const title = words('instruction.noInternet.networks')
  if (networks.length < 2) return null
  if (networks.length > mostListed)
    return (
      <p>
        <a href={coverageHref(locale, tariff)}>{title}</a>
      </p>
    )
  const compare = titleOrder(locale)
  const sorted = networks.toSorted((a, b) => compare(a.countryTitle, b.countryTitle))
  return (
    <details className="fold">
      <summary>{title}</summary>
      <ul className="networks">
        {sorted.map((country) => (
          <li key={country.countryCode2Letters}>
            {country.countryTitle}: {namesOf(country)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Without the generations, because the phone lists the names alone. */
function namesOf({ networks }: EsimNetworks[number]): string {
  return networks.map(({ title }) => title).join(', ')
}
