import { isPhone } from '../../domain/device.ts'
import type { Device } from '../../domain/device.ts'
import { useSite } from '../../ui/site.tsx'

const advice = { ios: 'balance.homeIOS', android: 'balance.homeAndroid' } as const

/** How this phone puts the page on its home screen. Browsers let no page do it by a button. */
export function HomeScreen({ device }: { device: Device }) {
  const { words } = useSite()
  if (!isPhone(device)) return null
  return (
    <section className="notice home-screen">
      <h2>{words('balance.homeTitle')}</h2>
      <p>{words(advice[device])}</p>
    </section>
  )
}
