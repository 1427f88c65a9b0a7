import type { ReactNode } from 'react'
import type { Cover } from '../map/draw-map.ts'
import { dotPath } from '../map/shop-map.ts'
import { useSite } from '../../ui/site.tsx'
import { EntryStamp } from '../../ui/flag.tsx'

/** Returns null for a place that is no country. @param country lower-case code */
export async function loadCover(country: string): Promise<Cover | null> {
  // Only maps need the land data, so it is not loaded when the worker starts.
  const { coverOf } = await import('../map/draw-map.ts')
  return coverOf(country)
}

type Props = {
  readonly country: string
  readonly cover: Cover | null
  /** The heading and what is around it. */
  readonly children: ReactNode
}

/** The opening of a page about a country, in two inks of its flag. */
export function CountryCover({ country, cover, children }: Props) {
  if (!cover) return <section className="masthead">{children}</section>
  return (
    <section className="masthead cover">
      <CoverArt country={country} {...cover} />
      {children}
      <CoverFacts {...cover} />
      <EntryStamp country={country} place="on-cover" />
    </section>
  )
}

/** Shows the land around a country behind the other children of a `.cover`. */
export function CoverArt({
  country,
  band,
  ink,
  dots,
  rings,
}: Cover & { readonly country: string }) {
  return (
    <div className="art" aria-hidden>
      <svg>
        <rect width="100%" height="100%" fill={band} />
      </svg>
      <svg className="dots" viewBox={`0 0 ${dots.width} ${dots.height}`}>
        <path className="land" d={dotPath(dots, (code) => code !== country, 0)} />
        <path stroke={ink} d={dotPath(dots, (code) => code === country, 0)} />
        {rings.map(({ x, y, radius }) => (
          <circle key={radius} cx={x} cy={y} r={radius} stroke={ink} />
        ))}
      </svg>
    </div>
  )
}

/** Shows the time, sockets and emergency numbers in a row, as on a boarding pass. */
function CoverFacts({ zone, sockets, emergency }: Cover) {
  const { words } = useSite()
  const numbers = emergency.split(' ')
  const called = numbers.length > 1 ? 'cover.policeAndAmbulance' : 'cover.emergency'
  return (
    <dl>
      {zone !== '' && (
        <div>
          <dt>{words('cover.time')}</dt>
          <dd>
            <time data-local={zone}>{offsetOf(zone)}</time>
          </dd>
        </div>
      )}
      {sockets !== '' && (
        <div>
          <dt>{words('cover.sockets')}</dt>
          <dd>{sockets}</dd>
        </div>
      )}
      {emergency !== '' && (
        <div>
          <dt>{words(called)}</dt>
          <dd>{numbers.join(' · ')}</dd>
        </div>
      )}
    </dl>
  )
}

/** Returns `UTC+3`. Every visitor gets the same page, so the boot script shows the time. */
function offsetOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
  const offset = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offset.replace('GMT', 'UTC').replace('-', '−')
}
