import type { TariffDetails } from '../../contract/tariffs.ts'

type NetworksOfCountry = TariffDetails['networks'][number]['networks']

/** Returns the networks with their fastest generations: `AIS 5G, TrueMove H 4G`. */
export function networksText(networks: NetworksOfCountry): string {
  return networks
    .map(({ title, generations }) => [title, ...generations.slice(-1)].join(' '))
    .join(', ')
}
