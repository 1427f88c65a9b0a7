/** A package in the local server's catalogue. Prices are in USD. */
export type SamplePackage = {
  readonly id: string
  readonly price: number
  readonly netPrice: number
  /** MB, or 0 if unlimited. */
  readonly amount: number
  readonly day: number
  readonly voice?: number
  readonly text?: number
  readonly fairUsage?: string
}
export type SampleOperator = {
  readonly id: number
  readonly title: string
  readonly type: 'local' | 'global'
  readonly canTopUp: boolean
  readonly needsIdentity: boolean
  readonly apn: string | null
  readonly installDays: number | null
  /** Other fields of the API, as it returns them. */
  readonly fields?: object
  /** Networks by country code. */
  readonly networks: { readonly [code: string]: { readonly [title: string]: readonly string[] } }
  readonly packages: readonly SamplePackage[]
}
export type SampleDestination = {
  readonly slug: string
  /** An empty string for a region. */
  readonly code: string
  readonly title: string
  readonly operators: readonly SampleOperator[]
}

const europe: SampleOperator = {
  id: 502,
  title: 'Eurolink',
  type: 'global',
  canTopUp: false,
  needsIdentity: true,
  apn: null,
  installDays: 90,
  networks: { FR: { Orange: ['LTE', '5G'] }, DE: { Telekom: ['LTE'] }, 'ES-CN': {}, ES: {} },
  packages: [
    { id: 'eurolink-30days-10gb', price: 37, netPrice: 25.905, amount: 10_240, day: 30 },
    {
      id: 'eurolink-talk-15days-5gb',
      price: 20,
      netPrice: 14,
      amount: 5120,
      day: 15,
      voice: 60,
      text: 40,
    },
  ],
}

export const sampleDestinations: readonly SampleDestination[] = [
  {
    slug: 'turkey',
    code: 'TR',
    title: 'Türkiye',
    operators: [
      {
        id: 501,
        title: 'Merhaba',
        type: 'local',
        canTopUp: true,
        needsIdentity: false,
        apn: 'globaldata',
        installDays: null,
        networks: { TR: { Turkcell: ['3G', 'LTE', '5G'], 'Türk Telekom': ['LTE'] } },
        packages: [
          { id: 'merhaba-7days-1gb', price: 4.5, netPrice: 3.6, amount: 1024, day: 7 },
          { id: 'merhaba-30days-3gb', price: 10, netPrice: 8.01, amount: 3072, day: 30 },
          {
            id: 'merhaba-5days-unlimited',
            price: 19.5,
            netPrice: 15.6,
            amount: 0,
            day: 5,
            fairUsage: 'Lower speed rate of 1 Mbps after 3 GB usage per day.',
          },
        ],
      },
    ],
  },
  { slug: 'europe', code: '', title: 'Europe', operators: [europe] },
]

/** More destinations, for further pages. The regional operator is in two destinations. */
export function moreDestinations(count: number): SampleDestination[] {
  const local = Array.from({ length: count }, (_, index) => ({
    slug: `island-${index}`,
    code: 'GR',
    title: `Island ${index}`,
    operators: [
      {
        ...europe,
        id: 600 + index,
        type: 'local' as const,
        networks: { GR: {} },
        packages: [{ ...sampleGreek, id: `island-${index}-7days-1gb` }],
      },
    ],
  }))
  return [...local, { slug: 'world', code: '', title: 'World', operators: [europe] }]
}

const sampleGreek = { price: 5, netPrice: 2.2, amount: 1024, day: 7 }
